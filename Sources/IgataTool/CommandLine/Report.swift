import IgataDiagnostics

extension Console {
  /// Prints findings in the order of the source. Fails if there are errors among them.
  func report(_ diagnostics: [Diagnostic], in files: [SourceFile]) throws(Failure) {
    guard !diagnostics.isEmpty else { return }
    let sorted = diagnostics.sortedInSourceOrder()
    say(renderText(sorted, files: files, colour: Console.isColourful))
    if sorted.contains(where: { $0.severity == .error }) { throw Failure(.negative, messages: []) }
  }
}
