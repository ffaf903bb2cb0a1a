import IgataDiagnostics

extension OptionRule {
  static let copySchema = OptionRule(
    "schema", .paths("SCHEMA"),
    "the schemas whose rows are moved (default: what igata.json\nnames, else the current folder)")
  static let batch = OptionRule("batch", .text("ROWS"), "how many rows are written at once (default: 5000)")
}

extension Command {
  static let copy = Command(
    name: "copy", purpose: "move all rows of a schema to another database",
    operands: Operands(label: "FROM TO", count: 2...2), options: [.copySchema, .batch, .report], notes: copyNotes, run: runCopy)
}

private let copyNotes = """
  FROM and TO are each a path or a sqlite: URL of a SQLite file, or a postgresql:// URL. FROM is
  only read. In TO, tables that are missing are made; those of a Citus cluster are there before,
  from the file that 'igata generate --target citus' writes.
  All rows are written in the order that their relations need, and then both sides are read and
  compared, by the number of rows and a sum over each column: only where all are equal is the
  copy done. A copy that was stopped goes on where it was when it is started again; the table
  igata_copy in TO remembers how far it came, and may be dropped once all is done.
  The rows are moved by the program igata-copy, which lies beside igata or on the PATH.
  """

private func runCopy(_ invocation: Invocation, _ console: inout Console) throws(Failure) -> ExitStatus {
  let options = Command.copy.options.flatMap { rule in
    invocation.text(rule).map { ["--\(rule.name)", $0] } ?? []
  }
  let fault = Process.become("igata-copy", options + ["--"] + invocation.operands)
  throw Failure(
    .unreadableInput, "can't start igata-copy: \(fault.reason)",
    "it moves the rows, and should lie beside igata or on the PATH; 'swift build --product igata-copy' builds it")
}
