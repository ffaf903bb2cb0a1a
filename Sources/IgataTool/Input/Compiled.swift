import IgataDiagnostics
import IgataGeneration
import IgataSchema

extension Inputs {
  /// The schema that all files declare. Reports the diagnostics, and fails if there are errors.
  func resolved(_ console: Console) throws(Failure) -> Schema {
    try compiled(GenerationOptions(names: configuration.names), through: .schema, console).schema
  }

  /// Compiles the sources through the stage `last`. Reports the diagnostics, and fails if there are errors.
  func compiled(
    _ options: GenerationOptions = GenerationOptions(), through last: Stage, _ console: Console
  ) throws(Failure) -> Compilation {
    let compilation = compile(sources, options, through: last)
    try console.report(compilation)
    return compilation
  }
}

extension Console {
  /// Reports the diagnostics of a compilation. Fails if there are errors.
  func report(_ compilation: Compilation) throws(Failure) {
    show(sorted: compilation.diagnostics, in: compilation.sources)
    if compilation.hasBrokenBuiltInTemplate { throw .fault("a built-in template is broken") }
    if !compilation.isValid { throw Failure(.negative, messages: []) }
  }
}
