// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "core/address_check.h"

#include <algorithm>
#include <string>
#include <utility>

#include "core/error_texts.h"
#include "core/overlap.h"
#include "core/shape.h"

namespace sigloss::core {
namespace {

Status Invalid(std::string text) { return {StatusCode::kInvalidArgument, std::move(text)}; }

Status CheckLayout(std::string_view name, const TensorDesc& desc) {
  if (desc.shape.size() != desc.strides.size()) {
    return Invalid(error_texts::StridesDoNotFit(name, desc.shape, desc.strides));
  }
  const auto elements = NumElements(desc.shape);
  if (!elements || *elements > kMaxElements) {
    return Invalid(error_texts::ShapeInvalid(name, desc.shape));
  }
  if (*elements == 0) return {};
  const auto reach = ReachOf(desc.shape, desc.strides);
  if (!reach || reach->lowest < -kMaxElements || reach->highest > kMaxElements) {
    return Invalid(error_texts::ViewTooWide(name, desc.strides));
  }
  return {};
}

Status CheckData(const OpSpec& spec, Front front, Views views) {
  for (size_t i = 0; i < views.size(); ++i) {
    if (views[i] && views[i]->data == nullptr && !IsEmpty(views[i]->desc.shape)) {
      return {StatusCode::kNullArgument, error_texts::NullData(spec.params[i].name.In(front))};
    }
  }
  return {};
}

// How an output and another parameter may lie to each other.
enum class Sharing : uint8_t { kApart, kApartOrSame };

Status CheckPair(const OpSpec& spec, Front front, Views views, size_t out, size_t other,
                 Sharing sharing) {
  const bool may_be_same = sharing == Sharing::kApartOrSame;
  if (may_be_same && SameElements(*views[out], *views[other])) return {};
  if (!Overlap(*views[out], *views[other])) return {};
  const std::string_view name = spec.params[out].name.In(front);
  const std::string_view other_name = spec.params[other].name.In(front);
  return Invalid(may_be_same ? error_texts::OutputOverlapsInput(name, other_name)
                             : error_texts::OutputOverlaps(name, other_name));
}

template <class SharingWith>
Status CheckOverlaps(const OpSpec& spec, Front front, Views views, const SharingWith& sharing) {
  for (size_t out = 0; out < views.size(); ++out) {
    if (spec.params[out].presence != Presence::kOutput) continue;
    for (size_t other = 0; other < views.size(); ++other) {
      if (other == out || !views[other]) continue;
      const bool both_written = spec.params[other].presence == Presence::kOutput;
      const Sharing allowed = both_written ? Sharing::kApart : sharing(other);
      Status status = CheckPair(spec, front, views, out, other, allowed);
      if (!status.ok()) return status;
    }
  }
  return {};
}

}  // namespace

Status CheckLayouts(const OpSpec& spec, Front front, Views views) {
  for (size_t i = 0; i < views.size(); ++i) {
    if (!views[i]) continue;
    const TensorDesc& desc = views[i]->desc;
    const std::string_view name = spec.params[i].name.In(front);
    if (Status status = CheckLayout(name, desc); !status.ok()) return status;
    if (spec.params[i].presence != Presence::kOutput) continue;
    if (MayOverlapItself(desc.shape, desc.strides)) {
      return Invalid(error_texts::OutputOverlapsItself(name, desc.shape, desc.strides));
    }
  }
  return {};
}

Status CheckAddresses(const OpSpec& spec, Front front, Views views) {
  if (Status status = CheckData(spec, front, views); !status.ok()) return status;
  return CheckOverlaps(spec, front, views, [](size_t) { return Sharing::kApartOrSame; });
}

Status CheckAddresses(const OpSpec& spec, Front front, Views views,
                      std::span<const uint8_t> in_place) {
  if (Status status = CheckData(spec, front, views); !status.ok()) return status;
  return CheckOverlaps(spec, front, views, [&](size_t input) {
    const bool listed = std::find(in_place.begin(), in_place.end(), input) != in_place.end();
    return listed ? Sharing::kApartOrSame : Sharing::kApart;
  });
}

}  // namespace sigloss::core
