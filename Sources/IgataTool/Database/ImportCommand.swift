import IgataSchema

/// The request of `igata import`.
package struct ImportRequest: Sendable {
  /// Prisma files and folders of them, or one file of SQL.
  package let paths: [String]
  /// The path of the schema; `nil` to print it.
  package let output: String?
  /// How tables and columns are named where the schema is.
  package let names: NamingRules

  /// The only path, if it is of a file of SQL.
  package var sqlPath: String? { paths.count == 1 && paths[0].hasSuffix(".sql") ? paths[0] : nil }
}

extension OptionRule {
  fileprivate static let importedSchema = OptionRule(
    "output", short: "o", .path("SCHEMA"), "the schema to write (default: print it)")
}

extension Command {
  static let `import` = inDatabase(
    "import", "write a schema for the models of Prisma, or for a dump of SQLite",
    operands: Operands(label: "PATH…", count: 1...Int.max, suggestions: .files(ending: nil)),
    options: [.importedSchema],
    notes: """
      PATH is a Prisma file, a folder with the files of one Prisma schema, or a file of SQL, with the ending
      .sql, whose statements SQLite runs in memory. Nothing but SCHEMA is written, which must not be there.
      The models are '@external', as the program that has the tables goes on making them; those of a
      database that no store opens, such as MySQL, are models of new tables. What has no counterpart is
      listed on standard error. With the database at hand, 'igata introspect' describes what is there.
      """
  ) { invocation, _ throws(Failure) in
    let output = invocation.text(.importedSchema)
    let request = ImportRequest(
      paths: invocation.operands, output: output,
      names: try Configuration.read(belongingTo: [output ?? "."]).names)
    if request.sqlPath == nil, let path = request.paths.first(where: { $0.hasSuffix(".sql") }) {
      throw Failure(.usage, "'\(path)' is imported alone: give one file of SQL, or Prisma files")
    }
    return .importSchema(request)
  }
}
