import IgataSchema

/// The request of `igata introspect`.
package struct IntrospectRequest: Sendable {
  /// The database: a path or a URL.
  package let database: String
  /// The path of the schema; `nil` to print it.
  package let output: String?
  /// The schema of a PostgreSQL database; `nil` for the first one on the search path.
  package let serverSchema: String?
  /// Whether the catalog is only compared with the one beside the schema.
  package let isCheck: Bool
  /// How tables and columns are named where the schema is.
  package let names: NamingRules

  /// The path of the catalog beside the schema.
  package var catalogPath: String? {
    output.map { ($0.hasSuffix(".igata") ? String($0.dropLast(".igata".count)) : $0) + ".catalog" }
  }

  /// The difference between two catalogs, as `patch` reads it.
  package func difference(from old: String, to new: String) -> String {
    String(
      decoding: unifiedDifference(catalogPath ?? "catalog", old: Array(old.utf8), new: Array(new.utf8)), as: UTF8.self)
  }
}

extension OptionRule {
  fileprivate static let schemaFile = OptionRule(
    "output", short: "o", .path("SCHEMA"),
    "the schema to write, with the catalog beside it (default: print\nthe schema)")
  fileprivate static let serverSchema = OptionRule(
    "schema", .text("NAME"), "the schema of a PostgreSQL database (default: the first on its\nsearch path)")
  fileprivate static let checkCatalog = OptionRule.flag(
    "check", "write nothing; print how the database differs from the catalog\nbeside SCHEMA")
}

extension Command {
  static let introspect = inDatabase(
    "introspect", "describe the tables of another program as a schema",
    operands: Operands(label: "DATABASE", count: 1...1, suggestions: .files(ending: nil)),
    options: [.schemaFile, .serverSchema, .checkCatalog],
    notes: """
      DATABASE is the path of a SQLite file or a postgresql:// URL. It is only read. Each table becomes a
      model that is '@external', and each view one that is '@readOnly'. In SQLite the declared type and up
      to 10,000 rows of each table give the types; on PostgreSQL the types do. What can't be described is
      listed on standard error, and 'prepare' accepts the schema that is written.
      With -o, what the catalog has is written beside SCHEMA, with the ending .catalog. A schema that is
      there is made to follow the database: only what the catalog says is added, changed and removed.
      With --check, the exit status is 1 if the database differs from that file.
      """
  ) { invocation, _ throws(Failure) in
    let output = invocation.text(.schemaFile)
    if invocation.has(.checkCatalog), output == nil {
      throw Failure(.usage, "option '--check' needs the schema whose catalog is compared: add '-o SCHEMA'")
    }
    let names = try Configuration.read(belongingTo: [output ?? "."]).names
    return .introspect(
      IntrospectRequest(
        database: invocation.operands[0], output: output, serverSchema: invocation.text(.serverSchema),
        isCheck: invocation.has(.checkCatalog), names: names))
  }
}
