import IgataSchema

extension Command {
  static let schema = Command(
    name: "schema", purpose: "print the resolved schema as JSON, for other generators", operands: .schemas,
    options: [.report],
    notes: "\"format\" is 1. It increases when a key is removed or changes its meaning. Keys may be added at any time.",
    printsProduct: { _ in true }, run: runSchema)
}

private func runSchema(_ invocation: Invocation, _ console: inout Console) throws(Failure) -> ExitStatus {
  let inputs = try Inputs.read(invocation.operands, console)
  let schema = try inputs.resolved(console)
  // The schema has no errors, so the output is always complete.
  try writeSchemaJSON(schema, files: inputs.sources.schemasByPath) { piece throws(Failure) in try console.send(piece) }
  return .success
}
