// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "core/device_list.h"

#include <algorithm>
#include <array>
#include <utility>

namespace sigloss::core {
namespace {

constexpr std::array<std::string_view, 1> kKnownChips = {"cpu"};

std::string_view Trim(std::string_view text) {
  constexpr std::string_view kBlanks = " \t";
  const size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

Status UnknownChip(std::string_view name) {
  std::string text(kDeviceListVariable);
  text += " names the chip \"";
  text += name;
  text += "\", which is unknown. Known chips:";
  for (std::string_view chip : kKnownChips) (text += ' ') += chip;
  return {StatusCode::kInvalidArgument, text + "."};
}

}  // namespace

Status ParseDeviceList(std::string_view list, std::vector<std::string>* chips) {
  std::vector<std::string> found;
  std::string_view rest = Trim(list).empty() ? kKnownChips.front() : list;
  for (size_t comma = 0; comma != std::string_view::npos;) {
    comma = rest.find(',');
    const std::string_view name = Trim(rest.substr(0, comma));
    if (std::find(kKnownChips.begin(), kKnownChips.end(), name) == kKnownChips.end()) {
      return UnknownChip(name);
    }
    found.emplace_back(name);
    if (comma != std::string_view::npos) rest.remove_prefix(comma + 1);
  }
  *chips = std::move(found);
  return {};
}

}  // namespace sigloss::core
