// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace train_digits {

inline constexpr size_t kPixels = 64;
inline constexpr size_t kClasses = 10;

/// Images and labels, in the order of the stored permutation.
struct Digits {
  std::vector<uint8_t> pixels;  ///< kPixels per image, 0..16
  std::vector<uint8_t> labels;  ///< 0..kClasses-1

  [[nodiscard]] size_t size() const { return labels.size(); }
};

/// Reads digits.bin and permutation.txt (README.md says what is in them). On failure returns false
/// and puts a text that names the file and what is wrong with it into `error`.
[[nodiscard]] bool LoadDigits(const std::string& folder, Digits* digits, std::string* error);

/// The folder given when this was compiled, else the one next to the source, else the one below
/// the current folder; the first that has the data, or the first of them if none has.
[[nodiscard]] std::string DefaultDataFolder();

}  // namespace train_digits
