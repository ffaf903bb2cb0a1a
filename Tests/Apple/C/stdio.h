// What the headers of libpq include.
#pragma once
#include "Darwin.h"
