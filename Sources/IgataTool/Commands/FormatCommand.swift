import IgataDiagnostics
import IgataSyntax

extension Command {
  static let format = Command(
    name: "format", purpose: "format schemas in the canonical layout", operands: .schemas,
    options: [.check, .stdout, .report],
    notes: """
      Files are formatted in place: all of them or, if one has errors, none. A schema from standard input
      ('-') is printed.
      """,
    printsProduct: { $0.has(.stdout) || $0.operands.contains(Inputs.standardInput) }, run: runFormat)
}

private func runFormat(_ invocation: Invocation, _ console: inout Console) throws(Failure) -> ExitStatus {
  guard invocation.given(of: [.check, .stdout]).count < 2 else {
    throw Failure(.usage, "options '--check' and '--stdout' can't be combined")
  }
  let isPiped = invocation.operands.contains(Inputs.standardInput)
  if isPiped, Set(invocation.operands).count > 1 {
    throw Failure(.usage, "standard input can't be formatted together with files")
  }
  let inputs = try Inputs.read(invocation.operands, console)
  let trees = try inputs.compiled(through: .trees, console).trees
  if invocation.has(.check) { return check(trees, &console) }
  if isPiped || invocation.has(.stdout) {
    printFormatted(trees, &console)
  } else {
    var changes: [FileChange] = []
    for tree in trees {
      let formatted = Array(format(tree).utf8)
      if formatted != tree.source.bytes { changes.append(try .replacing(tree.source, with: formatted)) }
    }
    try Transaction.perform(changes)
  }
  return .success
}

private func printFormatted(_ trees: [SyntaxTree], _ console: inout Console) {
  for tree in trees {
    if trees.count > 1 { console.write("==> \(tree.source.name) <==\n") }
    console.write(format(tree))
  }
}

private func check(_ trees: [SyntaxTree], _ console: inout Console) -> ExitStatus {
  var count = 0
  for tree in trees {
    // The line endings of a checkout don't count as differences.
    let difference = unifiedDifference(
      tree.source.name, old: LineEnds.plain(tree.source.bytes), new: LineEnds.plain(Array(format(tree).utf8)))
    if !difference.isEmpty { count += 1 }
    console.writeDifference(difference)
  }
  guard count > 0 else { return .success }
  console.note("\(count) \(count == 1 ? "file is" : "files are") not in canonical layout; 'igata format' fixes that")
  return .negative
}
