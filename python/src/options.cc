// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "options.h"

#include <array>
#include <cmath>
#include <string>
#include <string_view>

#include "operand.h"

namespace nb = nanobind;

namespace sigloss::python {
namespace {

template <class Value>
struct Word {
  std::string_view word;
  Value value;
};

constexpr std::array<Word<Reduction>, 3> kReductions = {
    {{"none", Reduction::kNone}, {"mean", Reduction::kMean}, {"sum", Reduction::kSum}}};
constexpr std::array<Word<Normalizer::Kind>, 3> kNormalizers = {
    {{"numel", Normalizer::Kind::kNumel},
     {"rows", Normalizer::Kind::kRows},
     {"positives", Normalizer::Kind::kPositives}}};
constexpr std::array<Word<Precision>, 2> kPrecisions = {
    {{"exact", Precision::kExact}, {"fast", Precision::kFast}}};

template <class Words>
std::string ListOf(const Words& words) {
  std::string list;
  for (const auto& word : words) list.append(list.empty() ? "" : ", ").append(word.word);
  return list;
}

template <class Words>
auto Find(nb::handle source, const Words& words, const Where& where) {
  if (!PyUnicode_Check(source.ptr())) {
    RaiseTypeError(where, "should be a word, one of " + ListOf(words) + ".");
  }
  Py_ssize_t size = 0;
  const char* text = PyUnicode_AsUTF8AndSize(source.ptr(), &size);
  if (text == nullptr) throw nb::python_error();
  const std::string_view given(text, static_cast<size_t>(size));
  for (const auto& word : words) {
    if (word.word == given) return word.value;
  }
  RaiseValueError(where,
                  "should be one of " + ListOf(words) + ", but it is " + std::string(given) + ".");
}

}  // namespace

Reduction ReductionOf(nb::handle source, const Where& where) {
  return Find(source, kReductions, where);
}

Normalizer NormalizerOf(nb::handle source, Reduction reduction, const Where& where) {
  if (source.is_none()) return {};
  Normalizer normalizer;
  if (PyUnicode_Check(source.ptr())) {
    normalizer.kind = Find(source, kNormalizers, where);
  } else {
    normalizer = {Normalizer::Kind::kNumber, NumberOf(source, where)};
    if (!std::isfinite(normalizer.number) || normalizer.number == 0) {
      RaiseValueError(where, "should be finite and not 0.");
    }
  }
  if (normalizer.kind != Normalizer::Kind::kNumel && reduction != Reduction::kMean) {
    RaiseValueError(where, "is what a mean divides by; it needs the reduction mean.");
  }
  return normalizer;
}

std::optional<Precision> PrecisionOf(nb::handle source, const Where& where) {
  if (source.is_none()) return {};
  return Find(source, kPrecisions, where);
}

}  // namespace sigloss::python
