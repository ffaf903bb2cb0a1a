import Foundation
@_spi(Backend) internal import IgataRuntime
internal import IgataTables
internal import IgataTool

/// What a check has found.
struct CheckDifference: Error {
  let message: String

  /// - Parameter version: The version whose script is wrong.
  init(_ version: CheckedVersion, _ message: String) {
    self.message = "version \(version.label): \(message)"
  }

  /// A cell of a row.
  init(
    _ version: CheckedVersion, _ table: TableDescription, _ row: [StoredValue], _ column: Int,
    found: StoredValue, expected: StoredValue
  ) {
    let description = table.columns[column]
    let location = "table '\(table.name)', row \(table.keyText(of: row)), column '\(description.name)'"
    self.init(
      version,
      description.isSensitive
        ? "\(location): found another value than expected"
        : "\(location): found \(found.text), expected \(expected.text)")
  }

  /// - Parameter seed: What makes the same rows again.
  func fault(seed: UInt64) -> DatabaseFault {
    DatabaseFault(.database, message, help: "'--seed \(seed)' makes the same rows again", status: .negative)
  }
}

extension CheckedVersion {
  var label: String { version.isSealed ? "\(number) '\(version.name)'" : "\(number), which isn't sealed" }
}

extension TableDescription {
  /// The key of a row, for messages.
  func keyText(of row: [StoredValue]) -> String {
    primaryKey.map { columns[$0].isSensitive ? "…" : row[$0].text }.joined(separator: ", ")
  }

  /// The texts that a message can have for a key: it shows no sensitive part, nor one that becomes sensitive.
  ///
  /// - Parameter texts: The texts of its values.
  func shownKeys(_ texts: [String]) -> [String] {
    let keys = zip(texts, primaryKey).reduce([[String]()]) { keys, part in
      let shown = columns[part.1].isSensitive ? ["…"] : [part.0, "…"]
      return keys.flatMap { key in shown.map { key + [$0] } }
    }
    return keys.map { $0.joined(separator: ", ") }
  }
}

extension StoredValue {
  /// The value as a literal of SQLite, for messages. A long one is shortened.
  var text: String {
    let text = literal
    return text.count > 200 ? text.prefix(199) + "…" : text
  }

  private var literal: String {
    switch self {
    case .null: "NULL"
    case .bool(let flag): flag ? "1" : "0"
    case .integer(let number), .date(microseconds: let number): String(number)
    case .real(let number): number.description
    case .text(let text): Self.quoted(text)
    case .data(let data): "X'\(Self.hexadecimal(data))'"
    case .uuid(let uuid): "X'\(uuid.uuidString.filter { $0 != "-" })'"
    case .decimal(let number): Self.quoted(number.canonicalText)
    case .day(let day): Self.quoted(day.description)
    case .json(let json): Self.quoted(json.text)
    case .list(let elements): "[\(elements.map(\.literal).joined(separator: ", "))]"
    }
  }

  private static func quoted(_ text: String) -> String { "'\(text.replacing("'", with: "''"))'" }

  private static func hexadecimal(_ data: Data) -> String {
    data.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true) }.joined()
  }
}
