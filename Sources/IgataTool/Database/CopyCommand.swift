import IgataTables

/// The request of `igata copy`.
package struct CopyRequest: Sendable {
  /// The database to copy from: a path or a URL.
  package let source: String
  /// The database to copy to: a path or a URL.
  package let target: String
  /// The tables of the target.
  package let tables: [ModelTable]
  /// The tables of the source; `nil` for the same ones.
  package let sourceTables: [ModelTable]?
  /// The number of rows that are written at a time.
  package let batch: Int
}

extension OptionRule {
  fileprivate static let copySchema = OptionRule(
    "schema", .paths("SCHEMA"),
    "the schemas whose rows are copied (default: those that\nigata.json names, else the current folder)")
  fileprivate static let sourceSchema = OptionRule(
    "from", .paths("SCHEMA"),
    "the schemas of FROM's tables, if another program made\nthem (default: the same as of TO's)")
  fileprivate static let batch = OptionRule(
    "batch", .text("ROWS"), "the number of rows to write at a time (default: 5000)")
}

extension Command {
  static let copy = inDatabase(
    "copy", "copy all rows of a schema to another database",
    operands: Operands(label: "FROM TO", count: 2...2, suggestions: .files(ending: nil)),
    options: [.copySchema, .sourceSchema, .batch, .report],
    notes: """
      FROM and TO are each a path or a sqlite: URL of a SQLite file, or a postgresql:// URL. FROM is
      only read. Tables that are missing in TO are created, except in a Citus cluster, where they must
      be created first, with the file that 'igata generate --target citus' writes.
      Rows are written in an order that satisfies their relations. Then the number of rows and a
      checksum of each column are compared in both databases, and the copy is done only if all are
      equal. A copy that was interrupted continues when it is started again; the table igata_copy in
      TO records the progress, and can be dropped when the copy is done.
      '--from Old.igata' takes a database over that another program made: Old.igata is what
      'igata introspect' writes, and the schema the same one without '@external' and '@stored'.
      """
  ) { invocation, console throws(Failure) in
    let inputs = try Inputs.read(invocation.parts(.copySchema) ?? [], console)
    let batch = try invocation.number(.batch, in: 1...1_000_000) ?? 5000
    let schema = try inputs.resolved(console)
    let sources = try invocation.parts(.sourceSchema).map { paths throws(Failure) in
      try Inputs.read(paths, console).resolved(console).tables
    }
    return .copy(
      CopyRequest(
        source: invocation.operands[0], target: invocation.operands[1], tables: schema.tables, sourceTables: sources,
        batch: batch))
  }
}
