import Foundation
import IgataDiagnostics

/// JSON as it is written in tests.
extension JSONTree: ExpressibleByStringLiteral, ExpressibleByStringInterpolation,
  ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral,
  ExpressibleByUnicodeScalarLiteral, ExpressibleByExtendedGraphemeClusterLiteral,
  ExpressibleByNilLiteral
{
  public init(stringLiteral text: String) { self = .text(text) }
  public init(integerLiteral number: Int) { self = .number(number) }
  public init(booleanLiteral flag: Bool) { self = .flag(flag) }
  public init(arrayLiteral elements: JSONTree...) { self = .list(elements) }
  public init(nilLiteral: ()) { self = .null }
  public init(dictionaryLiteral members: (String, JSONTree)...) {
    self = .object(members.map { Member(key: $0.0, value: $0.1) })
  }
}

/// JSON as it is read in tests.
extension JSONTree {
  /// The value of a key or an index, and `null` if there is none.
  subscript(_ path: JSONKey...) -> JSONTree {
    path.reduce(self) { tree, key in
      switch (tree, key) {
      case (.object(let members), .name(let name)): members.first { $0.key == name }?.value ?? .null
      case (.list(let values), .index(let index)): values.indices.contains(index) ? values[index] : .null
      default: .null
      }
    }
  }

  var list: [JSONTree] { if case .list(let values) = self { values } else { [] } }
  var text: String { if case .text(let text) = self { text } else { "" } }
  var number: Int? { if case .number(let number) = self { number } else { nil } }

  /// The value that Foundation reads.
  init(foundation value: Any) {
    switch value {
    case let text as String: self = .text(text)
    case let number as NSNumber:
      self = CFGetTypeIDIsBoolean(number) ? .flag(number.boolValue) : .number(number.intValue)
    case let values as [Any]: self = .list(values.map { JSONTree(foundation: $0) })
    case let members as [String: Any]:
      self = .object(members.sorted { $0.key < $1.key }.map { Member(key: $0.key, value: JSONTree(foundation: $0.value)) })
    default: self = .null
    }
  }

  /// Whether Foundation reads the same value as this one.
  var isReadByFoundation: Bool {
    guard let value = try? JSONSerialization.jsonObject(with: Data(line.utf8), options: .fragmentsAllowed) else {
      return false
    }
    return JSONTree(foundation: value) == sorted
  }

  private var sorted: JSONTree {
    switch self {
    case .list(let values): .list(values.map(\.sorted))
    case .object(let members):
      .object(members.map { Member(key: $0.key, value: $0.value.sorted) }.sorted { $0.key < $1.key })
    default: self
    }
  }
}

enum JSONKey: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  case name(String)
  case index(Int)

  init(stringLiteral name: String) { self = .name(name) }
  init(integerLiteral index: Int) { self = .index(index) }
}

private func CFGetTypeIDIsBoolean(_ number: NSNumber) -> Bool { String(cString: number.objCType) == "c" }
