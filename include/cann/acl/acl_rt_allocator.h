// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#ifndef INC_EXTERNAL_ACL_ACL_RT_ALLOCATOR_H_
#define INC_EXTERNAL_ACL_ACL_RT_ALLOCATOR_H_

// Registering an allocator of the program for a stream is not offered: only the handle types exist.

/// Description of a user allocator.
typedef void* aclrtAllocatorDesc;
/// A user allocator.
typedef void* aclrtAllocator;
/// A block that a user allocator handed out.
typedef void* aclrtAllocatorBlock;
/// Address inside a block of a user allocator.
typedef void* aclrtAllocatorAddr;

#endif  // INC_EXTERNAL_ACL_ACL_RT_ALLOCATOR_H_
