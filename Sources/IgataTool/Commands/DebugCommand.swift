import IgataEditing
import IgataGeneration
import IgataSchema
import IgataSyntax

extension Command {
  static let debug = group(
    "debug", "print the result of a stage of the compilation",
    [
      part("tokens", "print the tokens of schemas, including white space and comments") {
        (inputs, console) throws(Failure) in
        try printTrees(inputs, &console, printTokens)
      },
      part("tree", "print the syntax trees of schemas") { (inputs, console) throws(Failure) in
        try printTrees(inputs, &console, printTree)
      },
      part("schema", "print the resolved schema") { (inputs, console) throws(Failure) in
        console.write(printSchema(try inputs.resolved(console)))
      },
      part("colors", "print the tokens of schemas with the classes by which editors color them") {
        (inputs, console) throws(Failure) in
        let snapshot = ProjectSnapshot(inputs.schemas)
        for (file, source) in snapshot.files.enumerated() {
          if snapshot.files.count > 1 { console.write("==> \(source.name) <==\n") }
          console.write(printSemanticTokens(snapshot, ofFile: file))
        }
        try console.report(compile(inputs.sources, through: .trees))
      },
      part("plan", "print the planned files and their templates") { (inputs, console) throws(Failure) in
        let settings = GenerationSettings(Invocation(path: []), inputs)
        console.write(printPlan(try inputs.compiled(settings.options, through: .plan, console).plan))
      },
      Command(name: "settings", purpose: "print the JSON Schema of igata.json, for editors") { _, console in
        console.write(String(decoding: ConfigurationSchema.tree.lines(), as: UTF8.self) + "\n")
        return .success
      },
      Command(name: "vocabulary", purpose: "print the words of the language as JSON, for editors") { _, console in
        console.write(String(decoding: Vocabulary.tree.lines(through: 1), as: UTF8.self))
        return .success
      },
    ])

  private static func part(
    _ name: String, _ purpose: String, print: @escaping @Sendable (Inputs, inout Console) throws(Failure) -> Void
  ) -> Command {
    Command(
      name: name, purpose: purpose, operands: .schemas, options: [.report], printsProduct: { _ in true }
    ) { (invocation, console) throws(Failure) in
      try print(try Inputs.read(invocation.operands, console), &console)
      return .success
    }
  }
}

/// Prints the trees, including broken ones, and then reports the errors.
private func printTrees(
  _ inputs: Inputs, _ console: inout Console, _ text: (SyntaxTree) -> String
) throws(Failure) {
  let compilation = compile(inputs.sources, through: .trees)
  for tree in compilation.trees {
    if compilation.trees.count > 1 { console.write("==> \(tree.source.name) <==\n") }
    console.write(text(tree))
  }
  try console.report(compilation)
}
