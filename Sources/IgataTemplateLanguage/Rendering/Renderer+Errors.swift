import IgataDiagnostics

/// The errors that a rendering has found.
struct RenderFaults: Sendable {
  /// The maximum number of errors. Nobody reads more.
  static let most = 100

  private(set) var diagnostics: [Diagnostic] = []
  private var operations: Set<Int> = []

  var isFull: Bool { diagnostics.count >= Self.most }

  /// Returns whether no error has been reported for the operation, which a section may run many times.
  mutating func isFirst(at operation: Int) -> Bool { operations.insert(operation).inserted }

  mutating func append(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }
}

extension Renderer {
  /// The maximum number of inclusions that are shown with an error.
  private static let trail = 4

  // MARK: What does not end a rendering

  /// - Parameter names: The names that exist; if `nil`, all names of the enclosing elements.
  mutating func noteMissing(_ name: Int, among names: [String]?) throws(RenderError) {
    guard faults.isFirst(at: position) else { return }
    try note(.unknownName(templates.code.names.all[name], existing: names ?? context.visibleNames, at: range))
  }

  mutating func noteUnknownTemplate(_ name: String) throws(RenderError) {
    guard faults.isFirst(at: position) else { return }
    try note(.unknownTemplate(name, existing: templates.names, at: range))
  }

  mutating func noteUnprintable(_ name: NameReference, _ value: TemplateValue) throws(RenderError) {
    guard faults.isFirst(at: position) else { return }
    try note(.unprintableValue(templates.code.text(of: name), value.noun, at: range))
  }

  private mutating func note(_ diagnostic: Diagnostic) throws(RenderError) {
    faults.append(withTrail(diagnostic))
    if faults.isFull { throw RenderError(faults.diagnostics) }
  }

  // MARK: What ends it

  /// The error of a rendering whose own template is unknown. It has no location in any source.
  func unknownTemplate(rendering name: String) -> RenderError {
    let start = SourceRange(file: 0, start: 0, end: 0)
    return RenderError([.unknownTemplate(name, existing: templates.names, at: start)])
  }

  func endlessInclusion() -> RenderError {
    ending(.endlessInclusion(templates.template(ofOperation: position), limit: options.limits.depth, at: range))
  }

  func endlessIndentation() -> RenderError {
    ending(.endlessIndentation(templates.template(ofOperation: position), limit: options.limits.indentation, at: range))
  }

  func endlessRendering() -> RenderError {
    let limits = options.limits
    return ending(
      .endlessRendering(allSteps > limits.steps ? .steps(limits.steps) : .bytes(limits.output), at: range))
  }

  private func ending(_ diagnostic: Diagnostic) -> RenderError {
    RenderError(faults.diagnostics + [withTrail(diagnostic)])
  }

  private var range: SourceRange { templates.code.ranges[position] }

  private func withTrail(_ diagnostic: Diagnostic) -> Diagnostic {
    var diagnostic = diagnostic
    diagnostic.related = calls.calls.suffix(Self.trail).reversed().map {
      Diagnostic.Related(templates.code.ranges[$0.caller], "included from here")
    }
    return diagnostic
  }
}
