internal import Foundation

/// The head of an answer, as it comes in, line by line.
struct HTTPHead {
  /// How many bytes the heads of an answer may have, all together.
  static let limit = 1 << 16

  /// Whether the empty line came that ends it.
  private(set) var isWhole = false
  /// By lowercased names.
  private(set) var fields: [String: String] = [:]
  private var lastName: String?
  private var size = 0

  /// Takes a line; returns whether it may be that long.
  mutating func take(_ line: some Collection<UInt8>) -> Bool {
    size += line.count
    guard size <= Self.limit else { return false }
    if line.starts(with: "HTTP/".utf8) {
      // The first one, or the one that follows "100 Continue".
      (isWhole, fields, lastName) = (false, [:], nil)
      return true
    }
    // What comes after the body is of no use here.
    if isWhole { return true }
    let text = String(decoding: line, as: UTF8.self)
    let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
    if text == "\r\n" || text == "\n" {
      isWhole = true
    } else if text.first == " " || text.first == "\t" {
      if let lastName { fields[lastName]? += " " + trimmed }
    } else {
      add(trimmed)
    }
    return true
  }

  private mutating func add(_ line: String) {
    guard let colon = line.firstIndex(of: ":"), colon != line.startIndex else { return }
    let name = line[..<colon].trimmingCharacters(in: .whitespaces).lowercased()
    let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
    fields[name] = fields[name].map { "\($0), \(value)" } ?? value
    lastName = name
  }
}
