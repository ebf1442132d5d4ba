// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "progress.h"

#include <unistd.h>

#include <cstdio>
#include <utility>

namespace train_digits {
namespace {

constexpr size_t kBarWidth = 24;
constexpr size_t kPlainLines = 4;

}  // namespace

Progress::Progress(std::string label, size_t total)
    : label_(std::move(label)), total_(total), terminal_(isatty(STDOUT_FILENO) == 1) {}

void Progress::Update(size_t done, const std::string& text) {
  const size_t percent = done * 100 / total_;
  if (terminal_) {
    const size_t filled = done * kBarWidth / total_;
    const std::string bar = std::string(filled, '#') + std::string(kBarWidth - filled, '.');
    std::printf("\r%s [%s] %3zu%%  %s%s", label_.c_str(), bar.c_str(), percent, text.c_str(),
                done == total_ ? "\n" : "");
    std::fflush(stdout);
    return;
  }
  const bool line_due = done * kPlainLines / total_ != (done - 1) * kPlainLines / total_;
  if (line_due) std::printf("%s %3zu%%  %s\n", label_.c_str(), percent, text.c_str());
}

}  // namespace train_digits
