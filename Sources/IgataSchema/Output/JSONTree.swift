import IgataDiagnostics

/// A JSON value to be printed or passed to templates.
public indirect enum JSONTree: Sendable, Hashable {
  /// A member of an object.
  public struct Member: Sendable, Hashable {
    public let key: String
    public let value: JSONTree
  }

  case null
  case flag(Bool)
  case number(Int)
  case text(String)
  case list([JSONTree])
  /// The members in the order in which they are printed.
  case object([Member])
}

extension JSONTree {
  /// Prints the value, indented by two spaces for each level.
  ///
  /// - Parameter depth: The level that the value is at.
  func print(at depth: Int = 0, to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes += "null".utf8
    case .flag(let flag): bytes += (flag ? "true" : "false").utf8
    case .number(let number): bytes += String(number).utf8
    case .text(let text): JSONText.append(text, to: &bytes)
    case .list(let values):
      bytes.append(UInt8(ascii: "["))
      for (index, value) in values.enumerated() {
        Self.startItem(isFirst: index == 0, at: depth + 1, in: &bytes)
        value.print(at: depth + 1, to: &bytes)
      }
      Self.end("]", isEmpty: values.isEmpty, at: depth, in: &bytes)
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        Self.startItem(isFirst: index == 0, at: depth + 1, in: &bytes)
        JSONText.append(member.key, to: &bytes)
        bytes += ": ".utf8
        member.value.print(at: depth + 1, to: &bytes)
      }
      Self.end("}", isEmpty: members.isEmpty, at: depth, in: &bytes)
    }
  }

  /// Begins an element or a member on its own line.
  static func startItem(isFirst: Bool, at depth: Int, in bytes: inout [UInt8]) {
    if !isFirst { bytes.append(UInt8(ascii: ",")) }
    bytes.append(UInt8(ascii: "\n"))
    bytes += repeatElement(UInt8(ascii: " "), count: depth * 2)
  }

  /// Ends a list or an object.
  static func end(_ bracket: String, isEmpty: Bool, at depth: Int, in bytes: inout [UInt8]) {
    if !isEmpty {
      bytes.append(UInt8(ascii: "\n"))
      bytes += repeatElement(UInt8(ascii: " "), count: depth * 2)
    }
    bytes += bracket.utf8
  }
}
