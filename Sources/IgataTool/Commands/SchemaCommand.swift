import IgataSchema

extension Command {
  static let schema = Command(
    name: "schema", purpose: "print the resolved schema as JSON, for other generators, or as one schema",
    operands: .schemas, options: [schemaFormat, .report],
    notes: """
      In JSON, "format" is 2. It increases when a key is removed or changes its meaning. Keys may be added
      at any time.

      The format igata is one schema in the canonical layout, in which the names of tables, columns, join
      tables and constraints are written out, so that it doesn't depend on "names" in igata.json.
      What describes a change is left out (@renamed, @backfill, @allow of may-stop), and so are comments
      other than documentation and the reasons of @allow.
      """,
    printsProduct: { _ in true }, run: runSchema)

  private static let schemaFormat = OptionRule(
    "format", .choice(["json", "igata"]), "json (the default) or the schema language")

  fileprivate static func printsText(_ invocation: Invocation) -> Bool { invocation.text(schemaFormat) == "igata" }
}

private func runSchema(_ invocation: Invocation, _ console: inout Console) throws(Failure) -> ExitStatus {
  let inputs = try Inputs.read(invocation.operands, console)
  let schema = try inputs.resolved(console)
  if Command.printsText(invocation) {
    console.write(schemaText(schema))
    return .success
  }
  // The schema has no errors, so the output is always complete.
  try writeSchemaJSON(schema, files: inputs.sources.schemasByPath) { piece throws(Failure) in try console.send(piece) }
  return .success
}
