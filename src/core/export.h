// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Marks what one library of the project exports for another: no interface, it may change or go
/// with any version. A function needs it if libsigloss_acl or libsigloss_opapi calls it in a
/// library before them. A class with virtual functions needs it if two libraries use it, so that
/// they agree on its type information.
#define SIGLOSS_INTERNAL __attribute__((visibility("default")))
