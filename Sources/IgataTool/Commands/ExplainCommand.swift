import IgataDiagnostics

extension OptionRule {
  fileprivate static let list = OptionRule.flag("list", "print every ID with the first sentence of its page")
}

extension Command {
  static let explain = Command(
    name: "explain", purpose: "explain an error or a lint rule, with an example and the fix",
    operands: Operands(label: "ID", count: 0...1, suggestions: .words(.diagnosticIDs)), options: [.list],
    notes: "ID is the text in brackets after a message: 'unknown-type'.", run: runExplain)
}

private func runExplain(_ invocation: Invocation, _ console: inout Console) throws(Failure) -> ExitStatus {
  if invocation.has(.list) {
    guard invocation.operands.isEmpty else { throw Failure(.usage, "'--list' takes no ID") }
    let width = DiagnosticKind.all.map(\.id.utf8.count).max() ?? 0
    for kind in DiagnosticKind.all {
      let gap = String(repeating: " ", count: width + 2 - kind.id.utf8.count)
      console.write("\(kind.id)\(gap)\(kind.page.summary)\n")
    }
    return .success
  }
  guard let id = invocation.operands.first else { throw Failure(.usage, "'explain' requires ID or '--list'") }
  guard let page = DiagnosticKind.page(of: id) else {
    let near = nearest(id, in: DiagnosticKind.all.map(\.id))
    throw Failure(
      .usage,
      "there is no ID '\(visible(id))'; "
        + (near.map { "did you mean '\($0)'?" } ?? "'igata explain --list' lists all of them"))
  }
  console.write("\(id)\n\n\(page)")
  return .success
}
