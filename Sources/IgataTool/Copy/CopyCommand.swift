import IgataDiagnostics

extension OptionRule {
  static let copySchema = OptionRule(
    "schema", .paths("SCHEMA"),
    "the schemas whose rows are copied (default: those that\nigata.json names, else the current folder)")
  static let batch = OptionRule("batch", .text("ROWS"), "the number of rows to write at a time (default: 5000)")
}

extension Command {
  static let copy = Command(
    name: "copy", purpose: "copy all rows of a schema to another database",
    operands: Operands(label: "FROM TO", count: 2...2), options: [.copySchema, .batch, .report], notes: copyNotes,
    run: runCopy)
}

private let copyNotes = """
  FROM and TO are each a path or a sqlite: URL of a SQLite file, or a postgresql:// URL. FROM is
  only read. Tables that are missing in TO are created, except in a Citus cluster, where they must
  be created first, with the file that 'igata generate --target citus' writes.
  Rows are written in an order that satisfies their relations. Then the number of rows and a
  checksum of each column are compared in both databases, and the copy is done only if all are
  equal. A copy that was interrupted continues when it is started again; the table igata_copy in
  TO records the progress, and can be dropped when the copy is done.
  The rows are copied by the program igata-copy, which must be next to igata or on the PATH.
  """

private func runCopy(_ invocation: Invocation, _ console: inout Console) throws(Failure) -> ExitStatus {
  let options = Command.copy.options.flatMap { rule in
    invocation.text(rule).map { ["--\(rule.name)", $0] } ?? []
  }
  let fault = Process.become("igata-copy", options + ["--"] + invocation.operands)
  throw Failure(
    .unreadableInput, "can't start igata-copy: \(fault.reason)",
    "it must be next to igata or on the PATH; 'swift build --product igata-copy' builds it")
}
