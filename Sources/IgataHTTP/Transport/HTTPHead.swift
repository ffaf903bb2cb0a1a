internal import Foundation

/// The headers of a response, as they are received line by line.
struct HTTPHead {
  /// The maximum number of bytes of all headers of a response.
  static let limit = 1 << 16

  /// Whether the empty line at the end was received.
  private(set) var isWhole = false
  /// By lowercased names.
  private(set) var fields: [String: String] = [:]
  private var lastName: String?
  private var size = 0

  /// Appends a line. Returns `false` if the headers are too long.
  mutating func take(_ line: some Collection<UInt8>) -> Bool {
    size += line.count
    guard size <= Self.limit else { return false }
    if line.starts(with: "HTTP/".utf8) {
      // The first status line, or the one after "100 Continue".
      (isWhole, fields, lastName) = (false, [:], nil)
      return true
    }
    // Headers after the body aren't used.
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
