// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <new>
#include <string_view>

#include "aclnn/acl_meta.h"
#include "sigloss/status.h"

namespace sigloss::aclnn {

/// Translates a Status to a code of opdev/op_errno.h and puts its text, with the name of the API,
/// into the list that aclGetRecentErrMsg reads. 0 for an ok Status.
aclnnStatus Report(const Status& status, std::string_view api) noexcept;

/// Runs the body of a C function; what it throws becomes a code and a text.
template <class Body>
aclnnStatus Guard(std::string_view api, Body&& body) noexcept {
  try {
    return body();
  } catch (const std::bad_alloc&) {
    return Report({StatusCode::kOutOfMemory, {}}, api);
  } catch (const std::exception& error) {
    return Report({StatusCode::kInternal, error.what()}, api);
  } catch (...) {
    return Report({StatusCode::kInternal, {}}, api);
  }
}

}  // namespace sigloss::aclnn
