/// What an attribute of other schema languages is called here, or how it is said instead.
enum FamiliarAttribute {
  /// Another attribute says the same.
  case attribute(AttributeKind)
  /// It is said otherwise, in words.
  case words(String)
  /// It says what holds anyway.
  case redundant(String)

  init?(_ name: String, at place: AttributeKind.Place) {
    let isField = place == .modelField || place == .structField
    switch asciiLowercase(name) {
    case "id", "key", "pk", "primary": self = .attribute(.primaryKey)
    case "map", "dbname", "name": self = .attribute(isField ? .column : .table)
    case "secret", "private", "redacted", "pii": self = .attribute(.sensitive)
    case "obsolete": self = .attribute(.deprecated)
    case "suppress", "ignore", "disable", "silence": self = .attribute(.allow)
    case "max", "min", "size", "maxlength", "minlength": self = .attribute(.length)
    case "regex", "matches", "email": self = .attribute(.pattern)
    case "ondelete", "deleterule": self = .attribute(.onDelete)
    case "default": self = .words("write the default behind the type: 'name: Type = value'")
    case "relation", "relationship", "foreignkey", "references", "belongsto", "hasmany", "hasone":
      self = .words("a model as the type makes the relation; '@onDelete' and '@inverse' say more about it")
    case "optional", "nullable", "null": self = .words("write '?' behind the type")
    case "required", "notnull": self = .redundant("a type without '?' is required; remove it")
    case "attribute", "field", "persisted", "stored": self = .redundant("every field is stored; remove it")
    case "model", "entity": self = .redundant("'model' says so; remove it")
    default: return nil
    }
  }
}
