import IgataDiagnostics
import IgataSyntax

/// The result of fixing: the remaining findings, and the number of fixed ones.
public struct FixedRun: Sendable {
  public var run: LintRun
  /// The number of findings that were fixed.
  public var count: Int
}

extension LintRun {
  /// Applies fixes and lints again, until nothing is left that can be fixed.
  ///
  /// A round that would cause more errors of the language is reverted, and repeated with the fixes of one kind of
  /// finding at a time. A file in the canonical layout stays in it.
  public func fixed(_ settings: LintSettings, unsafe: Bool) -> FixedRun {
    // Prevents an endless loop if one fix reverts another. Normally a few rounds are enough.
    let maximumRounds = 100
    var result = FixedRun(run: self, count: 0)
    let wasCanonical = trees.map { Array(format($0).utf8) == $0.source.bytes }
    for _ in 0..<maximumRounds {
      let next = result.run.round(unsafe: unsafe) { LintRun(sources.editing($0), settings) }
      guard let next else { break }
      result = FixedRun(run: next.run, count: result.count + next.count)
    }
    guard result.count > 0 else { return result }
    let files = result.run.trees.enumerated().map { number, tree in
      let hasErrors = result.run.errors.contains { $0.range.file == number }
      return wasCanonical[number] && !hasErrors
        ? SourceFile(name: tree.source.name, text: format(tree)) : result.run.files[number]
    }
    result.run = LintRun(sources.editing(files), settings)
    return result
  }

  /// One round of fixes, or `nil` if none can be applied.
  private func round(unsafe: Bool, _ look: ([SourceFile]) -> LintRun) -> FixedRun? {
    let all = attempt(diagnostics, unsafe: unsafe, look)
    guard all == nil else { return all }
    for kind in Set(diagnostics.map(\.kind)).sorted(by: { $0.id < $1.id }) {
      if let some = attempt(diagnostics.filter({ $0.kind == kind }), unsafe: unsafe, look) { return some }
    }
    return nil
  }

  private func attempt(_ diagnostics: [Diagnostic], unsafe: Bool, _ look: ([SourceFile]) -> LintRun) -> FixedRun? {
    let applied = applyFixes(of: diagnostics, to: files, unsafe: unsafe)
    guard !applied.fixed.isEmpty else { return nil }
    let next = look(applied.files)
    return next.errors.count <= errors.count ? FixedRun(run: next, count: applied.fixed.count) : nil
  }
}
