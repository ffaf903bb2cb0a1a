@_spi(Backend) internal import IgataRuntime

/// What `igata migrate status` prints.
struct StatusReport {
  let text: String
  /// Whether the database is at the newest version, with the tables of that version.
  let isCurrent: Bool
  /// The number of the sealed version that the database is at, 0 for an empty one; `nil` if it is at none.
  let number: Int?
  /// A phrase for the state of the version.
  let state: String

  init(_ status: VersionStatus, _ versions: [SchemaVersion]) {
    let position = Self.position(of: status, versions)
    let pending = position.number.map { versions[min($0, versions.count)...] } ?? []
    var lines = ["version  \(position.text)"]
    lines.append("state    \(position.state)")
    if let begun = status.begun { lines.append("         rows were copied for version \(begun); 'apply' continues") }
    if position.number != nil {
      lines.append("pending  " + (pending.isEmpty ? "none" : pending.map(\.label).joined(separator: ", ")))
    }
    let drift =
      status.differences.flatMap { [SchemaDifferenceText.line($0)] + SchemaDifferenceText.fixes($0).map { "  \($0)" } }
      + status.missingIndexes.flatMap { ["index '\($0)' does not exist", "  'igata migrate apply' creates it"] }
    for (index, line) in (drift.isEmpty ? ["none"] : drift).enumerated() {
      lines.append((index == 0 ? "drift    " : "         ") + line)
    }
    text = lines.joined(separator: "\n") + "\n"
    number = position.number
    state = position.state
    isCurrent = position.isSettled && pending.isEmpty && drift.isEmpty && status.begun == nil
  }

  private struct Position {
    var text: String
    var state: String
    /// The number of the version; `nil` if it isn't known which are pending.
    var number: Int?
    var isSettled = false
  }

  private static func position(of status: VersionStatus, _ versions: [SchemaVersion]) -> Position {
    func label(_ number: Int) -> String {
      versions.indices.contains(number - 1) ? versions[number - 1].label : "\(number)"
    }
    switch status.position {
    case .empty:
      return Position(text: "none", state: "the database has no table of the schema", number: 0)
    case .fitting(let number):
      return Position(
        text: label(number), state: "not recorded; its tables fit, 'igata migrate adopt' records it", number: number)
    case .ambiguous(let first, let second):
      return Position(
        text: "\(label(first)) or \(label(second))", state: "not recorded; 'igata migrate adopt --as' records one")
    case .unknown(let nearest):
      return Position(text: "none", state: "the tables fit no version; \(label(nearest)) is the nearest")
    case .recorded(let version):
      let name = version.name.isEmpty ? "\(version.number)" : "\(version.number) '\(version.name)'"
      guard versions.indices.contains(version.number - 1) else {
        return Position(
          text: name,
          state: version.name.isEmpty
            ? "not sealed"
            : "later than \(label(versions.count)), and usable from version \(version.compatibleFrom) on")
      }
      guard versions[version.number - 1].sum == version.sum else {
        return Position(text: name, state: "another version than \(label(version.number)), which is sealed here")
      }
      return Position(
        text: name, state: version.hasPendingIndexes ? "changes of indexes are pending; 'apply' makes them" : "done",
        number: version.number, isSettled: !version.hasPendingIndexes)
    }
  }
}
