// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Copies.
#include <string>

#include "acl/acl_rt.h"
#include "acl/api_call.h"
#include "acl/memory_checks.h"
#include "acl/row_copy.h"

namespace {

namespace acl = sigloss::acl;
using acl::ApiCall;
using acl::Guard;

// The arguments of a copy of one row or more. C programs may pass a kind that the enum has not.
struct Arguments {
  acl::RowCopy rows;
  int kind;
};

// Parameters of a function that copies: which one is the width, what limits it, and which one
// decides where the areas end.
struct Parameters {
  acl::Argument width;
  std::initializer_list<acl::Argument> limits;
  acl::Argument extent;
};

aclError Check(const ApiCall& call, const Arguments& arguments, const Parameters& parameters,
               std::initializer_list<acl::Area> areas) {
  for (const acl::Area& area : areas) {
    if (area.address == nullptr) return call.NullPointer(area.parameter);
  }
  const int kind = arguments.kind;
  if (kind < ACL_MEMCPY_HOST_TO_HOST || kind > ACL_MEMCPY_INTER_DEVICE_TO_DEVICE) {
    return call.InvalidValue("kind", std::to_string(kind), "[0, 7]");
  }
  aclError code = ACL_SUCCESS;
  for (const acl::Argument& limit : parameters.limits) {
    if (code == ACL_SUCCESS) code = acl::CheckLimit(call, parameters.width, limit);
  }
  for (const acl::Area& area : areas) {
    if (code == ACL_SUCCESS) code = acl::CheckArea(call, area, parameters.extent);
  }
  return code;
}

aclError Copy(const char* function, const Arguments& arguments, const Parameters& parameters,
              const acl::Schedule& schedule) {
  return Guard(function, [&](const ApiCall& call) -> aclError {
    const acl::RowCopy& rows = arguments.rows;
    if (rows.width == 0 || rows.height == 0) return ACL_SUCCESS;
    const auto areas = {acl::Area{"dst", rows.dst, rows.DstSize()},
                        acl::Area{"src", rows.src, rows.SrcSize()}};
    const aclError code = Check(call, arguments, parameters, areas);
    if (code != ACL_SUCCESS) return code;
    return acl::DoWork(call, schedule, areas, [rows] { acl::CopyRows(rows); });
  });
}

aclError CopyBytes(const char* function, void* dst, size_t destMax, const void* src, size_t count,
                   int kind, const acl::Schedule& schedule) {
  const acl::Argument width = {"count", count};
  return Copy(function, {{dst, count, src, count, count, 1}, kind},
              {width, {{"destMax", destMax}}, width}, schedule);
}

aclError CopyMatrix(const char* function, const Arguments& arguments,
                    const acl::Schedule& schedule) {
  const acl::RowCopy& rows = arguments.rows;
  return Copy(function, arguments,
              {{"width", rows.width},
               {{"dpitch", rows.dst_pitch}, {"spitch", rows.src_pitch}},
               {"height", rows.height}},
              schedule);
}

}  // namespace

extern "C" {

aclError aclrtMemcpy(void* dst, size_t destMax, const void* src, size_t count,
                     aclrtMemcpyKind kind) {
  return CopyBytes(__func__, dst, destMax, src, count, kind, acl::kAtOnce);
}

aclError aclrtMemcpyAsync(void* dst, size_t destMax, const void* src, size_t count,
                          aclrtMemcpyKind kind, aclrtStream stream) {
  return CopyBytes(__func__, dst, destMax, src, count, kind, acl::InOrderOf(stream));
}

aclError aclrtMemcpy2d(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width,
                       size_t height, aclrtMemcpyKind kind) {
  return CopyMatrix(__func__, {{dst, dpitch, src, spitch, width, height}, kind}, acl::kAtOnce);
}

aclError aclrtMemcpy2dAsync(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width,
                            size_t height, aclrtMemcpyKind kind, aclrtStream stream) {
  return CopyMatrix(__func__, {{dst, dpitch, src, spitch, width, height}, kind},
                    acl::InOrderOf(stream));
}

}  // extern "C"
