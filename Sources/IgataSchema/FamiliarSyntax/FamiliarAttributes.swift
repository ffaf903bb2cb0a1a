/// The equivalent of an attribute of another schema language.
enum FamiliarAttribute {
  /// Another attribute means the same.
  case attribute(AttributeKind)
  /// Something else is equivalent, as a help text.
  case words(String)
  /// It is redundant, with a help text.
  case redundant(String)

  init?(_ name: String, at target: AttributeKind.Target) {
    let isField = target == .modelField || target == .structField
    let name = asciiLowercase(name)
    switch name {
    case _ where name.hasPrefix("db."): self = .redundant("the type determines how the value is stored; remove it")
    case "id", "key", "pk", "primary": self = .attribute(.primaryKey)
    case "map", "dbname", "name": self = .attribute(isField ? .column : .table)
    case "secret", "private", "redacted", "pii": self = .attribute(.sensitive)
    case "obsolete": self = .attribute(.deprecated)
    case "renamedfrom", "renamingidentifier", "originalname", "oldname", "formername", "previousname":
      self = .attribute(.renamed)
    case "suppress", "ignore", "disable", "silence": self = .attribute(.allow)
    case "size", "varchar", "char": self = .words("write '@length(...80)' for at most 80 characters")
    case "regex", "matches": self = .attribute(.pattern)
    case "email": self = .words("write '@pattern(\".+@.+\")'")
    case "positive": self = .words("write '@range(1...)'")
    case "positiveorzero", "nonnegative": self = .words("write '@range(0...)'")
    case "notempty", "notblank", "nonempty": self = .words("write '@length(1...)'")
    case "autoincrement", "auto_increment", "generatedvalue", "identity", "generated", "primarygeneratedcolumn":
      self = .words("write the default after the type: 'id: Int64 = autoincrement() @primaryKey'")
    case "transient", "transientproperty", "ignored":
      self = .words("a schema only has stored fields; write computed ones in an extension of the generated type")
    case "createdat", "creationtimestamp": self = .words("write the default after the type: 'createdAt: Date = now()'")
    case "updatetimestamp", "lastmodified": self = .attribute(.updatedAt)
    case "jointable", "manytomany": self = isField ? .attribute(.joinTable) : .words("it applies to a list of models")
    case "onetomany", "manytoone", "onetoone":
      self = .words("for a relation, use a model as the type, with '@onDelete' or '@inverse'")
    case "ondelete", "deleterule": self = .attribute(.onDelete)
    case "default": self = .words("write the default after the type: 'name: Type = value'")
    case "relation", "relationship", "foreignkey", "references", "belongsto", "hasmany", "hasone":
      self = .words("for a relation, use a model as the type, with '@onDelete' or '@inverse'")
    case "optional", "nullable", "null": self = .words("write '?' after the type")
    case "required", "notnull": self = .redundant("a type without '?' is required; remove it")
    case "attribute", "field", "persisted", "published": self = .redundant("every field is stored; remove it")
    case "model", "entity", "objc", "objcmembers", "serializable": self = .redundant("'model' implies it; remove it")
    default: return nil
    }
  }
}
