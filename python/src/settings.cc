// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <limits>
#include <vector>

#include "array.h"
#include "bindings.h"
#include "errors.h"
#include "options.h"
#include "sigloss/precision.h"
#include "sigloss/simd_target.h"
#include "sigloss/threads.h"
#include "sigloss/version.h"

namespace nb = nanobind;

namespace sigloss::python {
namespace {

void SetPrecisionFrom(nb::handle precision) {
  const auto chosen = PrecisionOf(precision, {"set_precision", "precision"});
  if (!chosen) RaiseTypeError({"set_precision", "precision"}, "should be a word, not None.");
  SetPrecision(*chosen);
}

void SetNumThreadsFrom(nb::handle num_threads) {
  const Where where = {"set_num_threads", "num_threads"};
  int overflow = 0;
  const long number = PyLong_AsLongAndOverflow(num_threads.ptr(), &overflow);
  if (number == -1 && PyErr_Occurred() != nullptr) RaiseTypeError(where, "should be an int.");
  if (overflow != 0 || number < 0 || number > std::numeric_limits<int>::max()) {
    RaiseValueError(where, "should be at least 0, which means all, and fit in 32 bits.");
  }
  if (const Status status = SetNumThreads(static_cast<int>(number)); !status.ok()) {
    RaiseStatus(status);
  }
}

nb::dict Info() {
  Precision precision = Precision::kExact;
  if (const Status status = GetPrecision(&precision); !status.ok()) RaiseStatus(status);
  nb::dict info;
  info["version"] = SIGLOSS_VERSION;
  info["precision"] = precision == Precision::kFast ? "fast" : "exact";
  info["num_threads"] = GetNumThreads();
  info["target"] = simd::CurrentTarget();
  info["targets"] = simd::SupportedTargets();
  return info;
}

// What a function would see of an array, for tests of layouts and of what is not copied.
nb::tuple Describe(nb::handle array) {
  const Array seen(array, {"_describe", "array"});
  const TensorView& view = seen.view();
  const std::vector<int64_t> shape(view.desc.shape.begin(), view.desc.shape.end());
  const std::vector<int64_t> strides(view.desc.strides.begin(), view.desc.strides.end());
  return nb::make_tuple(reinterpret_cast<uintptr_t>(view.data), DTypeName(view.desc.dtype),
                        nb::tuple(nb::cast(shape)), nb::tuple(nb::cast(strides)));
}

}  // namespace

void BindSettings(nb::module_& module) {
  module.def("set_precision", SetPrecisionFrom, nb::arg("precision").none(),
             nb::sig("def set_precision(precision: typing.Literal['exact', 'fast']) -> None"),
             "Precision of calls that do not say; beats the environment variable "
             "SIGLOSS_PRECISION.");
  module.def("set_num_threads", SetNumThreadsFrom, nb::arg("num_threads").none(),
             nb::sig("def set_num_threads(num_threads: int) -> None"),
             "Most threads that a call works on; 0, the default, takes all. Results have the same "
             "bits for any number.");
  module.def(
      "info", Info, nb::sig("def info() -> dict[str, typing.Any]"),
      "What this process computes with.\n\n"
      "Returns\n"
      "-------\n"
      "dict\n"
      "    'version'; 'precision' and 'num_threads' of calls that do not say; 'target', the\n"
      "    instruction set in use (the environment variable SIGLOSS_TARGET chooses), and\n"
      "    'targets', those that this processor has.");
  module.def("_describe", Describe, nb::arg("array").none(),
             nb::sig("def _describe(array: typing.Any) -> tuple[int, str, tuple[int, ...], "
                     "tuple[int, ...]]"));
}

}  // namespace sigloss::python
