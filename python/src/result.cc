// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "result.h"

#include "allocate.h"
#include "torch_tensor.h"

namespace nb = nanobind;

namespace sigloss::python {

Result::Result(nb::handle out, const core::DTypeSet& dtypes, const Where& where,
               const Array& logits, Shape shape, DType dtype) {
  if (out.is_none()) {
    Allocate(logits, shape, dtype, where);
  } else {
    Use(out, dtypes, where);
  }
  if (array_) view_ = array_->view();
}

void Result::Use(nb::handle out, const core::DTypeSet& dtypes, const Where& where) {
  is_out_ = true;
  object_ = nb::borrow(out);
  array_.emplace(out, where);
  array_->CheckDType(dtypes, where);
  if (array_->framework() == Framework::kJax) {
    RaiseTypeError(where, "cannot be an array of JAX, which never changes.");
  }
  if (array_->read_only()) RaiseValueError(where, "is read-only.");
}

void Result::Allocate(const Array& logits, Shape shape, DType dtype, const Where& where) {
  const bool like_logits = shape == Shape::kOfLogits;
  const Dims extents = like_logits ? logits.shape() : Dims();
  if (logits.framework() == Framework::kJax) {
    jax_memory_ = JaxMemory(extents, dtype);
    view_ = TensorView::Dense(nb::borrow<nb::capsule>(jax_memory_).data(), dtype, extents);
    return;
  }
  if (logits.framework() == Framework::kTorch) {
    object_ = like_logits ? TorchTensorLike(logits.source(), dtype) : TorchScalar(dtype);
  } else if (logits.framework() == Framework::kNumpy && like_logits) {
    object_ = NumpyArrayLike(logits.source(), dtype);
  } else {
    object_ = NumpyArray(extents, dtype);
  }
  array_.emplace(object_, where, /*is_ours=*/true);
}

nb::object Result::Take() {
  if (jax_memory_.is_valid()) {
    return JaxArray(nb::borrow<nb::capsule>(jax_memory_), view_.desc.shape, view_.desc.dtype);
  }
  if (is_out_ && array_->framework() == Framework::kTorch) MarkWritten(object_);
  return object_;
}

OutPair OutPairOf(nb::handle out, const Where& where) {
  if (out.is_none()) return {};
  if (!PyTuple_Check(out.ptr()) || PyTuple_GET_SIZE(out.ptr()) != 2) {
    RaiseTypeError(where, "should be a tuple of two, (loss, grad), either may be None.");
  }
  return {nb::borrow(PyTuple_GET_ITEM(out.ptr(), 0)), nb::borrow(PyTuple_GET_ITEM(out.ptr(), 1))};
}

}  // namespace sigloss::python
