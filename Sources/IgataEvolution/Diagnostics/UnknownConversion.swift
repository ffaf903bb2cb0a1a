public import IgataDiagnostics
import IgataSchema
import IgataTables

extension DiagnosticKind {
  public static let unknownConversion = DiagnosticKind(
    "unknown-conversion",
    """
    There is no rule for how the values of one type become values of another.

    `@backfill(sql: "…")` or `@backfill(swift: "…")` computes them. What is stored in another way altogether, such
    as a list of models that becomes a text, is a new field under a new name, which reads the old one.
    """,
    language: .text,
    example: """
      version 6: color: Data
      now:       color: String
      """,
    fix: """
      now:       color: String @backfill(sql: "hex({value})")
      """)
}

extension Diagnostic {
  static func unknownConversion(of column: ComparedColumn, from old: ColumnType) -> Diagnostic {
    let computing = "\(column.proposedExpressions.joined(separator: " or ")) computes the values"
    let isOwn = column.isKey && !column.isReference && column.new.type == .scalar(.uuid)
    return Diagnostic(
      .unknownConversion, "there is no conversion from \(old.words) to \(column.new.type.words) for '\(column.path)'",
      at: column.range,
      help: (isOwn ? "'@backfill(uuid())' gives each row a new key, and to what refers to it; or " : "") + computing)
  }

  /// A field whose values are stored in another way, so that no expression converts them.
  static func unknownConversion(_ name: String, from old: String, _ new: String, at field: Field) -> Diagnostic {
    Diagnostic(
      .unknownConversion, "there is no conversion from '\(old)' to '\(new)' for '\(name)'", at: field.origin.range,
      help: "give the new field another name, and add 'reserved \(name)'")
  }

  /// A field that can't be moved to another model, as its values have no column there or here.
  static func unmovable(_ path: String, from old: String, _ new: String, at field: Field) -> Diagnostic {
    Diagnostic(
      .unknownConversion, "the values of '\(path)' can't be moved: '\(old)' can't become '\(new)' in another model",
      at: field.origin.range,
      help: "seal a version in which its type or key changes first; a list of models stays where it is")
  }

  /// A relation that refers to its rows by columns that are also fields of the model.
  static func otherReferences(of field: Field, _ path: String, to target: String) -> Diagnostic {
    Diagnostic(
      .unknownConversion, "'\(path)' refers to rows of '\(target)' by other fields, for which no row has values",
      at: field.origin.range,
      help: "give the relation another name, and add 'reserved \(field.name)'; the fields that it refers by can be "
        + "declared, with '@backfill(sql: \"…\")' that reads '{\(field.name)}'")
  }

  /// What computes the key of a row of another model.
  static let keyExpression = "'@backfill(sql: \"…{value}…\") @allow(may-stop, \"…\")'"

  /// A relation to another model, whose rows have other keys.
  ///
  /// - Parameter columnCount: How many columns it has; 0 for a list.
  static func otherTarget(of field: Field, _ path: String, columnCount: Int) -> Diagnostic {
    var proposals: [String] = []
    if columnCount == 1 { proposals.append("\(keyExpression) computes their keys") }
    if columnCount > 0 {
      proposals.append("'@backfill(none) @allow(may-stop, \"…\")' says that no row has a value")
    }
    let other = "give the new field another name, and add 'reserved \(field.name)'"
    return Diagnostic(
      .unknownConversion, "'\(path)' refers to rows of another model, and nothing says which ones",
      at: field.origin.range,
      help: (proposals + [other]).joined(separator: "; or "))
  }
}
