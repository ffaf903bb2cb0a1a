public import IgataDiagnostics

/// The files after applying fixes.
public struct AppliedFixes: Sendable {
  public var files: [SourceFile]
  /// The findings whose fixes were applied.
  public var fixed: [Diagnostic]
}

/// Applies the first sufficiently safe fix of each finding, unless it overlaps with an earlier one.
///
/// Two adjacent fixes aren't applied together, because each was computed without the other. The other one is applied in
/// the next round.
public func applyFixes(of diagnostics: [Diagnostic], to files: [SourceFile], unsafe: Bool) -> AppliedFixes {
  var taken: [Int: TakenRanges] = [:]
  var fixed: [Diagnostic] = []
  for diagnostic in diagnostics {
    guard let fix = diagnostic.fixes.first(where: { unsafe || $0.isSafe }), isSound(fix, files) else { continue }
    guard fix.edits.allSatisfy({ taken[$0.range.file]?.isFree($0.range) ?? true }) else { continue }
    for edit in fix.edits { taken[edit.range.file, default: TakenRanges()].add(edit) }
    fixed.append(diagnostic)
  }
  var result = files
  for (file, edits) in taken {
    result[file] = SourceFile(name: files[file].name, bytes: edits.applied(to: files[file].bytes))
  }
  return AppliedFixes(files: result, fixed: fixed)
}

private func isSound(_ fix: Diagnostic.Fix, _ files: [SourceFile]) -> Bool {
  !fix.edits.isEmpty
    && fix.edits.allSatisfy { edit in
      files.indices.contains(edit.range.file) && edit.range.start >= 0 && edit.range.start <= edit.range.end
        && edit.range.end <= files[edit.range.file].bytes.count
    }
}

/// The edits of one file, by their ranges.
struct TakenRanges {
  /// Sorted by start. No two are adjacent, except for those of one fix.
  private var edits: [Diagnostic.Fix.Edit] = []

  func isFree(_ range: SourceRange) -> Bool {
    let index = insertionIndex(of: range)
    if index < edits.count, edits[index].range.start <= range.end { return false }
    return index == 0 || edits[index - 1].range.end < range.start
  }

  mutating func add(_ edit: Diagnostic.Fix.Edit) { edits.insert(edit, at: insertionIndex(of: edit.range)) }

  /// The index of the first edit that doesn't start before the range.
  private func insertionIndex(of range: SourceRange) -> Int {
    // Findings are in source order, so most edits are appended.
    if edits.last.map({ $0.range.start < range.start }) ?? true { return edits.count }
    return edits.partitionIndex { $0.range.start >= range.start }
  }

  func applied(to bytes: [UInt8]) -> [UInt8] { edits.applied(to: bytes) }
}
