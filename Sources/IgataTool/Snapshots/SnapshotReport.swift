import IgataDiagnostics

/// The difference between goldens and generated files, formatted for a test log.
struct SnapshotReport {
  /// The maximum number of lines of differences that are shown.
  static let limit = 400

  let text: String
  let isEmpty: Bool

  /// - Parameter base: The absolute path of the folder that the shown paths are relative to.
  init(_ found: OutputFolder, base: String) {
    var list = ""
    var difference: [UInt8] = []
    var removed: Set<String> = []
    for change in found.changes {
      let path = PathText.relative(change.path, to: base)
      let word = change.before == nil ? "missing" : change.after == nil ? "extra" : "changed"
      if change.after == nil { removed.insert(change.path) }
      list += "  \(word): \(visible(path))\n"
      difference += unifiedDifference(
        path, old: change.before.map(LineEnds.plain), new: change.after.map(LineEnds.plain))
    }
    for path in found.extraFiles where !removed.contains(path) {
      list += "  extra: \(visible(PathText.relative(path, to: base)))\n"
    }
    isEmpty = list.isEmpty
    text = list + Self.shortened(difference)
  }

  private static func shortened(_ difference: [UInt8]) -> String {
    let lines = difference.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard lines.count > limit else { return String(decoding: difference, as: UTF8.self) }
    let shown = lines[..<limit].map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
    return "\(shown)\n… and \(lines.count - limit - 1) more lines"
  }
}
