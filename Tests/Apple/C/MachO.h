// The shape of what the package uses of Apple's module of this name.
#pragma once
#include "Darwin.h"

#pragma clang assume_nonnull begin
int _NSGetExecutablePath(char *_Null_unspecified buf, uint32_t *_Null_unspecified bufsize);
#pragma clang assume_nonnull end
