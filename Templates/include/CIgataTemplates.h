#ifndef IGATA_TEMPLATES_H
#define IGATA_TEMPLATES_H

#include <stddef.h>

/// A built-in template. Both texts end with a zero byte.
struct igata_template {
  const char *name;
  const char *text;
};

/// The template at an index, in the order of the files; without a name and a text if there is none.
struct igata_template igata_template_at(size_t index);

#endif
