// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Marks what the library exports; it is compiled with hidden visibility.
#define SIGLOSS_API __attribute__((visibility("default")))
