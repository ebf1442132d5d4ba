// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "digits.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace train_digits {
namespace {

constexpr size_t kSamples = 1797;
constexpr uint8_t kMaxPixel = 16;
constexpr char kMagic[] = "SLDIGITS";
constexpr size_t kMagicSize = sizeof(kMagic) - 1;
constexpr size_t kHeaderSize = kMagicSize + 8;
constexpr size_t kFileSize = kHeaderSize + kSamples * (kPixels + 1) + 4;

bool ReadFile(const std::filesystem::path& path, std::string* content, std::string* error) {
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    *error = path.string() + ": cannot be opened (" + std::strerror(errno) + ")";
    return false;
  }
  content->assign(std::istreambuf_iterator<char>(file), {});
  if (file.bad()) {
    *error = path.string() + ": cannot be read";
    return false;
  }
  return true;
}

uint32_t LittleEndian(const uint8_t* bytes) {
  return bytes[0] | bytes[1] << 8 | bytes[2] << 16 | static_cast<uint32_t>(bytes[3]) << 24;
}

// CRC-32 as in zlib, bit by bit: for a million bits a table would not pay.
uint32_t Crc32(const uint8_t* bytes, size_t size) {
  uint32_t crc = 0xFFFFFFFFu;
  for (size_t i = 0; i < size; ++i) {
    crc ^= bytes[i];
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ (crc & 1 ? 0xEDB88320u : 0u);
  }
  return ~crc;
}

// What is wrong with digits.bin; empty if nothing is.
std::string FindFault(const uint8_t* bytes, size_t size) {
  if (size != kFileSize) {
    return std::to_string(size) + " bytes, expected " + std::to_string(kFileSize);
  }
  if (std::memcmp(bytes, kMagic, kMagicSize) != 0) return "does not begin with SLDIGITS";
  if (LittleEndian(bytes + kMagicSize) != kSamples ||
      LittleEndian(bytes + kMagicSize + 4) != kPixels) {
    return "holds other sizes than 1797 images of 64 pixels";
  }
  if (LittleEndian(bytes + size - 4) != Crc32(bytes, size - 4)) return "checksum is wrong";
  const uint8_t* pixels = bytes + kHeaderSize;
  const uint8_t* labels = pixels + kSamples * kPixels;
  if (*std::max_element(pixels, labels) > kMaxPixel) return "holds a pixel above 16";
  if (*std::max_element(labels, labels + kSamples) >= kClasses) return "holds a label above 9";
  return "";
}

bool ReadPermutation(const std::filesystem::path& path, std::vector<size_t>* order,
                     std::string* error) {
  std::ifstream file(path);
  if (!file) {
    *error = path.string() + ": cannot be opened (" + std::strerror(errno) + ")";
    return false;
  }
  order->assign(std::istream_iterator<size_t>(file), {});
  std::vector<bool> seen(kSamples, false);
  bool good = file.eof() && order->size() == kSamples;
  for (size_t i = 0; good && i < kSamples; ++i) {
    const size_t index = (*order)[i];
    good = index < kSamples && !seen[index];
    if (good) seen[index] = true;
  }
  if (!good) *error = path.string() + ": not a permutation of 0 to 1796";
  return good;
}

}  // namespace

bool LoadDigits(const std::string& folder, Digits* digits, std::string* error) {
  const std::filesystem::path base(folder);
  std::string content;
  if (!ReadFile(base / "digits.bin", &content, error)) return false;
  const auto* bytes = reinterpret_cast<const uint8_t*>(content.data());
  const std::string fault = FindFault(bytes, content.size());
  if (!fault.empty()) {
    *error = (base / "digits.bin").string() + ": " + fault;
    return false;
  }
  std::vector<size_t> order;
  if (!ReadPermutation(base / "permutation.txt", &order, error)) return false;

  digits->pixels.clear();
  digits->labels.clear();
  const uint8_t* pixels = bytes + kHeaderSize;
  const uint8_t* labels = pixels + kSamples * kPixels;
  for (const size_t index : order) {
    const uint8_t* image = pixels + index * kPixels;
    digits->pixels.insert(digits->pixels.end(), image, image + kPixels);
    digits->labels.push_back(labels[index]);
  }
  return true;
}

std::string DefaultDataFolder() {
  const std::filesystem::path candidates[] = {
#ifdef SIGLOSS_DIGITS_FOLDER
      SIGLOSS_DIGITS_FOLDER,
#endif
      std::filesystem::path(__FILE__).parent_path() / "data",
      "examples/train_digits/data",
  };
  for (const auto& folder : candidates) {
    std::error_code ignored;
    if (std::filesystem::exists(folder / "digits.bin", ignored)) return folder.string();
  }
  return candidates[0].string();
}

}  // namespace train_digits
