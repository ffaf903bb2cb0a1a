/// What an attribute of other schema languages is called here, or how it is said instead.
enum FamiliarAttribute {
  /// Another attribute says the same.
  case attribute(AttributeKind)
  /// It is said otherwise, in words.
  case words(String)
  /// It says what holds anyway.
  case redundant(String)

  init?(_ name: String, at place: AttributeKind.Target) {
    let isField = place == .modelField || place == .structField
    let name = asciiLowercase(name)
    switch name {
    case _ where name.hasPrefix("db."): self = .redundant("the type says how the value is kept; remove it")
    case "id", "key", "pk", "primary": self = .attribute(.primaryKey)
    case "map", "dbname", "name": self = .attribute(isField ? .column : .table)
    case "secret", "private", "redacted", "pii": self = .attribute(.sensitive)
    case "obsolete": self = .attribute(.deprecated)
    case "suppress", "ignore", "disable", "silence": self = .attribute(.allow)
    case "size", "varchar", "char": self = .words("write '@length(...80)' for at most 80 characters")
    case "regex", "matches": self = .attribute(.pattern)
    case "email": self = .words("write '@pattern(\".+@.+\")'")
    case "positive": self = .words("write '@range(1...)'")
    case "positiveorzero", "nonnegative": self = .words("write '@range(0...)'")
    case "notempty", "notblank", "nonempty": self = .words("write '@length(1...)'")
    case "autoincrement", "auto_increment", "generatedvalue", "identity", "generated", "primarygeneratedcolumn":
      self = .words("write the default behind the type: 'id: Int64 = autoincrement() @primaryKey'")
    case "transient", "transientproperty", "ignored":
      self = .words("what is not stored is no field of a schema; write it in an extension of the generated type")
    case "createdat", "creationtimestamp": self = .words("write the default behind the type: 'createdAt: Date = now()'")
    case "updatetimestamp", "lastmodified": self = .attribute(.updatedAt)
    case "jointable", "manytomany": self = isField ? .attribute(.joinTable) : .words("it stands on a list of models")
    case "onetomany", "manytoone", "onetoone":
      self = .words("a model as the type makes the relation; '@onDelete' and '@inverse' say more about it")
    case "ondelete", "deleterule": self = .attribute(.onDelete)
    case "default": self = .words("write the default behind the type: 'name: Type = value'")
    case "relation", "relationship", "foreignkey", "references", "belongsto", "hasmany", "hasone":
      self = .words("a model as the type makes the relation; '@onDelete' and '@inverse' say more about it")
    case "optional", "nullable", "null": self = .words("write '?' behind the type")
    case "required", "notnull": self = .redundant("a type without '?' is required; remove it")
    case "attribute", "field", "persisted", "stored", "published": self = .redundant("every field is stored; remove it")
    case "model", "entity", "objc", "objcmembers", "serializable": self = .redundant("'model' says so; remove it")
    default: return nil
    }
  }
}
