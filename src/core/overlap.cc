// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "core/overlap.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/dtype_table.h"
#include "core/shape.h"

namespace sigloss::core {
namespace {

// The views share a byte if  sum(step_k * index_k) lies in [low, high]  for some indices
// 0 <= index_k <= last_k: the steps of one view's axes, and of the other's with opposite sign.
struct Term {
  int64_t step;  // bytes, > 0
  int64_t last;
};

int64_t FloorDiv(int64_t a, int64_t b) { return a / b - (a % b < 0 ? 1 : 0); }

class Search {
 public:
  Search(const TensorView& a, const TensorView& b) {
    const auto size_a = static_cast<int64_t>(DTypeSize(a.desc.dtype));
    const auto size_b = static_cast<int64_t>(DTypeSize(b.desc.dtype));
    const auto distance = static_cast<int64_t>(reinterpret_cast<uintptr_t>(b.data) -
                                               reinterpret_cast<uintptr_t>(a.data));
    low_ = distance - (size_a - 1);
    high_ = distance + (size_b - 1);
    Add(a.desc, size_a);
    Add(b.desc, -size_b);
    std::sort(terms_.begin(), terms_.end(),
              [](const Term& x, const Term& y) { return x.step > y.step; });
    tail_.resize(terms_.size() + 1);
    for (size_t k = terms_.size(); k-- > 0;) {
      tail_[k] = tail_[k + 1] + terms_[k].step * terms_[k].last;
    }
  }

  bool Solvable() { return Solvable(0, low_, high_); }

 private:
  void Add(const TensorDesc& desc, int64_t size) {
    for (size_t i = 0; i < desc.shape.size(); ++i) {
      const int64_t last = desc.shape[i] - 1;
      // The stride of an axis of one element was never checked: no product of it.
      if (desc.strides[i] == 0 || last == 0) continue;
      const int64_t step = desc.strides[i] * size;
      terms_.push_back({step < 0 ? -step : step, last});
      if (step < 0) {  // index -> last - index
        low_ -= step * last;
        high_ -= step * last;
      }
    }
  }

  // Largest step first: what the smaller ones reach leaves few indices to try.
  bool Solvable(size_t k, int64_t low, int64_t high) {
    if (high < 0 || low > tail_[k]) return false;
    if (k == terms_.size() || ++visited_ > kLimit) return true;
    const auto [step, last] = terms_[k];
    const int64_t first = std::max<int64_t>(0, FloorDiv(low - tail_[k + 1] + step - 1, step));
    const int64_t end = std::min(last, FloorDiv(high, step));
    for (int64_t i = first; i <= end; ++i) {
      if (Solvable(k + 1, low - i * step, high - i * step)) return true;
    }
    return false;
  }

  static constexpr int kLimit = 100'000;

  std::vector<Term> terms_;
  std::vector<int64_t> tail_;
  int64_t low_;
  int64_t high_;
  int visited_ = 0;
};

}  // namespace

bool Overlap(const TensorView& a, const TensorView& b) {
  if (IsEmpty(a.desc.shape) || IsEmpty(b.desc.shape)) return false;
  return Search(a, b).Solvable();
}

bool SameElements(const TensorView& a, const TensorView& b) {
  if (a.data != b.data || a.desc.shape != b.desc.shape) return false;
  if (DTypeSize(a.desc.dtype) != DTypeSize(b.desc.dtype)) return false;
  for (size_t i = 0; i < a.desc.shape.size(); ++i) {
    if (a.desc.shape[i] > 1 && a.desc.strides[i] != b.desc.strides[i]) return false;
  }
  return true;
}

}  // namespace sigloss::core
