// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

namespace train_digits {

/// Progress of a loop of `total` steps: one line that is rewritten where standard output is a
/// terminal, else four plain lines, so that a log stays readable.
class Progress {
 public:
  Progress(std::string label, size_t total);

  /// Tells that `done` steps are done; `text` goes to the end of the line.
  void Update(size_t done, const std::string& text);

 private:
  std::string label_;
  size_t total_;
  bool terminal_;
};

}  // namespace train_digits
