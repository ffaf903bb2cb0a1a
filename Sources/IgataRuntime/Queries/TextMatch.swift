/// Searches for a text in others, byte by byte, always in linear time.
struct TextMatch {
  private let operation: TextOperator
  private let pattern: [UInt8]
  /// For each index in the pattern, the length of the longest prefix of the pattern with which the bytes up to it end.
  private let borders: [Int]

  init(_ operation: TextOperator, _ text: String) {
    self.operation = operation
    pattern = operation == .equalsIgnoringCase ? text.utf8.map(\.lowercasedASCII) : Array(text.utf8)
    borders = operation == .contains ? Self.borders(of: pattern) : []
  }

  func holds(for text: String) -> Bool {
    switch operation {
    case .contains: contains(text.utf8)
    case .hasPrefix: text.utf8.starts(with: pattern)
    case .hasSuffix: text.utf8.count >= pattern.count && text.utf8.suffix(pattern.count).elementsEqual(pattern)
    case .equalsIgnoringCase:
      text.utf8.count == pattern.count && text.utf8.elementsEqual(pattern) { $0.lowercasedASCII == $1 }
    }
  }

  private func contains(_ text: String.UTF8View) -> Bool {
    if pattern.isEmpty { return true }
    var matched = 0
    for byte in text {
      while matched > 0, byte != pattern[matched] { matched = borders[matched - 1] }
      if byte == pattern[matched] { matched += 1 }
      if matched == pattern.count { return true }
    }
    return false
  }

  private static func borders(of pattern: [UInt8]) -> [Int] {
    var borders = [Int](repeating: 0, count: pattern.count)
    var matched = 0
    for index in pattern.indices.dropFirst() {
      while matched > 0, pattern[index] != pattern[matched] { matched = borders[matched - 1] }
      if pattern[index] == pattern[matched] { matched += 1 }
      borders[index] = matched
    }
    return borders
  }
}
