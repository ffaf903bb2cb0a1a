#include "CIgataTemplates.h"

#include <stddef.h>

// Clang has had #embed since version 19, which Swift 6.2 comes with; it warns where the standard is older than C23.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const struct igata_template templates[] = {
    {"citus/file", (const char[]){
#embed "citus/file.mustache"
     , 0}},
    {"d2/file", (const char[]){
#embed "d2/file.mustache"
     , 0}},
    {"d2/shapes", (const char[]){
#embed "d2/shapes.mustache"
     , 0}},
    {"dbml/file", (const char[]){
#embed "dbml/file.mustache"
     , 0}},
    {"dbml/lines", (const char[]){
#embed "dbml/lines.mustache"
     , 0}},
    {"dot/file", (const char[]){
#embed "dot/file.mustache"
     , 0}},
    {"dot/model", (const char[]){
#embed "dot/model.mustache"
     , 0}},
    {"html/documentation", (const char[]){
#embed "html/documentation.mustache"
     , 0}},
    {"html/end", (const char[]){
#embed "html/end.mustache"
     , 0}},
    {"html/enum", (const char[]){
#embed "html/enum.mustache"
     , 0}},
    {"html/field", (const char[]){
#embed "html/field.mustache"
     , 0}},
    {"html/model", (const char[]){
#embed "html/model.mustache"
     , 0}},
    {"html/navigation", (const char[]){
#embed "html/navigation.mustache"
     , 0}},
    {"html/notes", (const char[]){
#embed "html/notes.mustache"
     , 0}},
    {"html/overview", (const char[]){
#embed "html/overview.mustache"
     , 0}},
    {"html/page", (const char[]){
#embed "html/page.mustache"
     , 0}},
    {"html/script", (const char[]){
#embed "html/script.mustache"
     , 0}},
    {"html/struct", (const char[]){
#embed "html/struct.mustache"
     , 0}},
    {"html/style", (const char[]){
#embed "html/style.mustache"
     , 0}},
    {"html/swift", (const char[]){
#embed "html/swift.mustache"
     , 0}},
    {"html/type", (const char[]){
#embed "html/type.mustache"
     , 0}},
    {"html/uses", (const char[]){
#embed "html/uses.mustache"
     , 0}},
    {"kotlin/default", (const char[]){
#embed "kotlin/default.mustache"
     , 0}},
    {"kotlin/documentation", (const char[]){
#embed "kotlin/documentation.mustache"
     , 0}},
    {"kotlin/enum", (const char[]){
#embed "kotlin/enum.mustache"
     , 0}},
    {"kotlin/field", (const char[]){
#embed "kotlin/field.mustache"
     , 0}},
    {"kotlin/file", (const char[]){
#embed "kotlin/file.mustache"
     , 0}},
    {"kotlin/key", (const char[]){
#embed "kotlin/key.mustache"
     , 0}},
    {"kotlin/literal", (const char[]){
#embed "kotlin/literal.mustache"
     , 0}},
    {"kotlin/long", (const char[]){
#embed "kotlin/long.mustache"
     , 0}},
    {"kotlin/number", (const char[]){
#embed "kotlin/number.mustache"
     , 0}},
    {"kotlin/serializers", (const char[]){
#embed "kotlin/serializers.mustache"
     , 0}},
    {"kotlin/type", (const char[]){
#embed "kotlin/type.mustache"
     , 0}},
    {"markdown/file", (const char[]){
#embed "markdown/file.mustache"
     , 0}},
    {"markdown/notes", (const char[]){
#embed "markdown/notes.mustache"
     , 0}},
    {"markdown/text", (const char[]){
#embed "markdown/text.mustache"
     , 0}},
    {"mermaid/file", (const char[]){
#embed "mermaid/file.mustache"
     , 0}},
    {"openapi/default", (const char[]){
#embed "openapi/default.mustache"
     , 0}},
    {"openapi/description", (const char[]){
#embed "openapi/description.mustache"
     , 0}},
    {"openapi/enum", (const char[]){
#embed "openapi/enum.mustache"
     , 0}},
    {"openapi/file", (const char[]){
#embed "openapi/file.mustache"
     , 0}},
    {"openapi/key", (const char[]){
#embed "openapi/key.mustache"
     , 0}},
    {"openapi/limits", (const char[]){
#embed "openapi/limits.mustache"
     , 0}},
    {"openapi/literal", (const char[]){
#embed "openapi/literal.mustache"
     , 0}},
    {"openapi/number", (const char[]){
#embed "openapi/number.mustache"
     , 0}},
    {"openapi/type", (const char[]){
#embed "openapi/type.mustache"
     , 0}},
    {"openapi/value", (const char[]){
#embed "openapi/value.mustache"
     , 0}},
    {"postgresql/file", (const char[]){
#embed "postgresql/file.mustache"
     , 0}},
    {"postgresql/table", (const char[]){
#embed "postgresql/table.mustache"
     , 0}},
    {"realm/accessor", (const char[]){
#embed "realm/accessor.mustache"
     , 0}},
    {"realm/currency", (const char[]){
#embed "realm/currency.mustache"
     , 0}},
    {"realm/enum", (const char[]){
#embed "realm/enum.mustache"
     , 0}},
    {"realm/fields", (const char[]){
#embed "realm/fields.mustache"
     , 0}},
    {"realm/file", (const char[]){
#embed "realm/file.mustache"
     , 0}},
    {"realm/fixed-point", (const char[]){
#embed "realm/fixed-point.mustache"
     , 0}},
    {"realm/members", (const char[]){
#embed "realm/members.mustache"
     , 0}},
    {"realm/model", (const char[]){
#embed "realm/model.mustache"
     , 0}},
    {"realm/property", (const char[]){
#embed "realm/property.mustache"
     , 0}},
    {"realm/store", (const char[]){
#embed "realm/store.mustache"
     , 0}},
    {"realm/struct", (const char[]){
#embed "realm/struct.mustache"
     , 0}},
    {"realm/support", (const char[]){
#embed "realm/support.mustache"
     , 0}},
    {"realm/values", (const char[]){
#embed "realm/values.mustache"
     , 0}},
    {"sqlite/file", (const char[]){
#embed "sqlite/file.mustache"
     , 0}},
    {"sqlite/table", (const char[]){
#embed "sqlite/table.mustache"
     , 0}},
    {"svg/box", (const char[]){
#embed "svg/box.mustache"
     , 0}},
    {"svg/content", (const char[]){
#embed "svg/content.mustache"
     , 0}},
    {"svg/diagram", (const char[]){
#embed "svg/diagram.mustache"
     , 0}},
    {"svg/file", (const char[]){
#embed "svg/file.mustache"
     , 0}},
    {"svg/marks", (const char[]){
#embed "svg/marks.mustache"
     , 0}},
    {"svg/neighbors", (const char[]){
#embed "svg/neighbors.mustache"
     , 0}},
    {"svg/style", (const char[]){
#embed "svg/style.mustache"
     , 0}},
    {"swift/accessor", (const char[]){
#embed "swift/accessor.mustache"
     , 0}},
    {"swift/description", (const char[]){
#embed "swift/description.mustache"
     , 0}},
    {"swift/documentation", (const char[]){
#embed "swift/documentation.mustache"
     , 0}},
    {"swift/enum", (const char[]){
#embed "swift/enum.mustache"
     , 0}},
    {"swift/file", (const char[]){
#embed "swift/file.mustache"
     , 0}},
    {"swift/fixed-point", (const char[]){
#embed "swift/fixed-point.mustache"
     , 0}},
    {"swift/initializer", (const char[]){
#embed "swift/initializer.mustache"
     , 0}},
    {"swift/key", (const char[]){
#embed "swift/key.mustache"
     , 0}},
    {"swift/model", (const char[]){
#embed "swift/model.mustache"
     , 0}},
    {"swift/newtype", (const char[]){
#embed "swift/newtype.mustache"
     , 0}},
    {"swift/open-enum", (const char[]){
#embed "swift/open-enum.mustache"
     , 0}},
    {"swift/property", (const char[]){
#embed "swift/property.mustache"
     , 0}},
    {"swift/schema-file", (const char[]){
#embed "swift/schema-file.mustache"
     , 0}},
    {"swift/schema", (const char[]){
#embed "swift/schema.mustache"
     , 0}},
    {"swift/struct", (const char[]){
#embed "swift/struct.mustache"
     , 0}},
    {"swiftdata/enum", (const char[]){
#embed "swiftdata/enum.mustache"
     , 0}},
    {"swiftdata/file", (const char[]){
#embed "swiftdata/file.mustache"
     , 0}},
    {"swiftdata/fixed-point", (const char[]){
#embed "swiftdata/fixed-point.mustache"
     , 0}},
    {"swiftdata/initializer", (const char[]){
#embed "swiftdata/initializer.mustache"
     , 0}},
    {"swiftdata/model", (const char[]){
#embed "swiftdata/model.mustache"
     , 0}},
    {"swiftdata/property", (const char[]){
#embed "swiftdata/property.mustache"
     , 0}},
    {"swiftdata/struct", (const char[]){
#embed "swiftdata/struct.mustache"
     , 0}},
    {"swiftdata/support", (const char[]){
#embed "swiftdata/support.mustache"
     , 0}},
    {"typescript/documentation", (const char[]){
#embed "typescript/documentation.mustache"
     , 0}},
    {"typescript/field", (const char[]){
#embed "typescript/field.mustache"
     , 0}},
    {"typescript/file", (const char[]){
#embed "typescript/file.mustache"
     , 0}},
    {"typescript/key", (const char[]){
#embed "typescript/key.mustache"
     , 0}},
    {"typescript/remark", (const char[]){
#embed "typescript/remark.mustache"
     , 0}},
    {"typescript/type", (const char[]){
#embed "typescript/type.mustache"
     , 0}},
};

struct igata_template igata_template_at(size_t index) {
  size_t count = sizeof templates / sizeof templates[0];
  return index < count ? templates[index] : (struct igata_template){NULL, NULL};
}
