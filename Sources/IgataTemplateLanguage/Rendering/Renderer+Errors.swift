import IgataDiagnostics

/// What a rendering found wrong on its way.
struct RenderFaults: Sendable {
  /// More are not read by anyone.
  static let most = 100

  private(set) var diagnostics: [Diagnostic] = []
  private var operations: Set<Int> = []

  var isFull: Bool { diagnostics.count >= Self.most }

  /// Whether nothing has been said of the operation yet: a section may come to it many times.
  mutating func isFirst(at operation: Int) -> Bool { operations.insert(operation).inserted }

  mutating func append(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }
}

extension Renderer {
  /// How many of the tags that led to the error are shown with it.
  private static let trail = 4

  // MARK: What does not end a rendering

  /// - Parameter names: The names that are there; where nothing is given, all that the elements around have.
  mutating func noteMissing(_ name: Int, among names: [String]?) throws(RenderError) {
    guard faults.isFirst(at: position) else { return }
    try note(.unknownName(templates.code.names.all[name], existing: names ?? context.visibleNames, at: place))
  }

  mutating func noteUnknownTemplate(_ name: String) throws(RenderError) {
    guard faults.isFirst(at: position) else { return }
    try note(.unknownTemplate(name, existing: templates.names, at: place))
  }

  mutating func noteUnprintable(_ name: NameReference, _ value: TemplateValue) throws(RenderError) {
    guard faults.isFirst(at: position) else { return }
    try note(.unprintableValue(templates.code.text(of: name), value.noun, at: place))
  }

  private mutating func note(_ diagnostic: Diagnostic) throws(RenderError) {
    faults.append(withTrail(diagnostic))
    if faults.isFull { throw RenderError(faults.diagnostics) }
  }

  // MARK: What ends it

  /// The error of a rendering whose own template is unknown: it has no place in any text.
  func unknownTemplate(rendering name: String) -> RenderError {
    let start = SourceRange(file: 0, start: 0, end: 0)
    return RenderError([.unknownTemplate(name, existing: templates.names, at: start)])
  }

  func endlessInclusion() -> RenderError {
    ending(.endlessInclusion(templates.template(ofOperation: position), limit: options.limits.depth, at: place))
  }

  func endlessIndentation() -> RenderError {
    ending(.endlessIndentation(templates.template(ofOperation: position), limit: options.limits.indentation, at: place))
  }

  func endlessRendering() -> RenderError { ending(.endlessRendering(at: place)) }

  private func ending(_ diagnostic: Diagnostic) -> RenderError {
    RenderError(faults.diagnostics + [withTrail(diagnostic)])
  }

  private var place: SourceRange { templates.code.places[position] }

  private func withTrail(_ diagnostic: Diagnostic) -> Diagnostic {
    var diagnostic = diagnostic
    diagnostic.related = calls.calls.suffix(Self.trail).reversed().map {
      Diagnostic.Related(templates.code.places[$0.caller], "included from here")
    }
    return diagnostic
  }
}
