/// A JSON value to be printed or passed to templates.
public enum JSONTree: Sendable, Hashable {
  /// A member of an object.
  public struct Member: Sendable, Hashable {
    public let key: String
    public let value: JSONTree

    public init(key: String, value: JSONTree) {
      self.key = key
      self.value = value
    }
  }

  case null
  case flag(Bool)
  case number(Int)
  case text(String)
  case list([JSONTree])
  /// The members in the order in which they are printed.
  case object([Member])
}

// MARK: Printing

extension JSONTree {
  /// The value on one line.
  public var line: String {
    var bytes: [UInt8] = []
    print(at: nil, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The value on one line, except that each element after the first begins a line in the lists of these members.
  public func line(dividing lists: Set<String>) -> String {
    var bytes: [UInt8] = []
    print(at: nil, dividing: lists, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The value on several lines, with a final line break.
  ///
  /// - Parameter last: The last level whose elements and members have a line each, from 0; deeper values are printed on
  ///   one line.
  public func lines(through last: Int = .max) -> [UInt8] {
    var bytes: [UInt8] = []
    print(at: 0, through: last, to: &bytes)
    return bytes + [UInt8(ascii: "\n")]
  }

  /// Prints the value.
  ///
  /// - Parameters:
  ///   - depth: The level that the value is at, each of which is indented by two spaces; `nil` to print the value on
  ///     one line.
  ///   - last: The last level whose elements and members have a line each.
  ///   - lists: The members whose lists are divided; see ``line(dividing:)``.
  public func print(
    at depth: Int?, through last: Int = .max, dividing lists: Set<String> = [], to bytes: inout [UInt8]
  ) {
    let depth = depth.flatMap { $0 > last ? nil : $0 }
    let inner = depth.map { $0 + 1 }
    switch self {
    case .null: bytes += "null".utf8
    case .flag(let flag): bytes += (flag ? "true" : "false").utf8
    case .number(let number) where (0...9).contains(number): bytes.append(UInt8(ascii: "0") + UInt8(number))
    case .number(let number): bytes += String(number).utf8
    case .text(let text): JSONText.append(text, to: &bytes)
    case .list(let values):
      bytes.append(UInt8(ascii: "["))
      for (index, value) in values.enumerated() {
        Self.startItem(isFirst: index == 0, in: depth, &bytes)
        value.print(at: inner, through: last, dividing: lists, to: &bytes)
      }
      Self.end("]", isEmpty: values.isEmpty, at: depth, in: &bytes)
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        Self.startItem(isFirst: index == 0, in: depth, &bytes)
        JSONText.append(member.key, to: &bytes)
        bytes += ": ".utf8
        if lists.contains(member.key), case .list(let values) = member.value {
          Self.printDivided(values, to: &bytes)
        } else {
          member.value.print(at: inner, through: last, dividing: lists, to: &bytes)
        }
      }
      Self.end("}", isEmpty: members.isEmpty, at: depth, in: &bytes)
    }
  }

  private static func printDivided(_ values: [JSONTree], to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "["))
    for (index, value) in values.enumerated() {
      if index > 0 {
        bytes.append(UInt8(ascii: ","))
        startLine(at: 3, in: &bytes)
      }
      value.print(at: nil, to: &bytes)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  /// Begins an element or a member: on its own line if the list or the object that it is in has a depth.
  public static func startItem(isFirst: Bool, in depth: Int?, _ bytes: inout [UInt8]) {
    if !isFirst { bytes += (depth == nil ? ", " : ",").utf8 }
    if let depth { startLine(at: depth + 1, in: &bytes) }
  }

  /// Ends a list or an object.
  public static func end(_ bracket: String, isEmpty: Bool, at depth: Int?, in bytes: inout [UInt8]) {
    if !isEmpty, let depth { startLine(at: depth, in: &bytes) }
    bytes += bracket.utf8
  }

  private static func startLine(at depth: Int, in bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\n"))
    bytes += repeatElement(UInt8(ascii: " "), count: depth * 2)
  }
}
