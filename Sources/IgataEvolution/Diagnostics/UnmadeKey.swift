public import IgataDiagnostics
import IgataSchema

extension DiagnosticKind {
  public static let unmadeKey = DiagnosticKind(
    "unmade-key",
    """
    Rows are made for values that a model gets from another one, and nothing makes their key.

    Where a field moves to a model whose row is missing, and where a struct becomes a model, the version makes the
    rows. A key of them is a UUID, a number of the database, or the relation to the row that had the values.
    """,
    language: .text,
    example: """
      version 6: struct Address { street: String }
      now:       model Address { code: String @primaryKey  street: String }
      """,
    fix: "now:       model Address { id: UUID = uuid() @primaryKey  street: String }")
}

extension Diagnostic {
  static func unmadeKey(of model: Model, for source: String, at column: ComparedColumn) -> Diagnostic {
    let maker: String? =
      switch column.new.type {
      case .scalar(.uuid), .scalar(.string): "uuid()"
      case .scalar(.int64), .scalar(.int), .scalar(.int32): "autoincrement()"
      default: nil
      }
    let types = "'UUID' with the default 'uuid()', or 'Int64' with 'autoincrement()'"
    let making = maker.map { "'= \($0)' as the default makes one" } ?? "a key of type \(types) is made"
    return Diagnostic(
      .unmadeKey, "rows of '\(model.name)' are made for those of '\(source)', and nothing makes their key",
      at: column.range,
      help: "\(making); or the relation to '\(source)' is the key")
  }

  /// A field that refers to rows by a key that this version computes.
  static func otherKey(of model: Model, for field: Field) -> Diagnostic {
    Diagnostic(
      .unmadeKey, "'\(field.name)' needs the new keys of '\(model.name)', which only the rows themselves get",
      at: field.origin.range,
      help: "seal a version in which one of the two stays; or make the keys by 'uuid()' or 'autoincrement()'")
  }
}
