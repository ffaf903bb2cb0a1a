import Foundation
import IgataDiagnostics
import IgataTemplateLanguage
import Testing

/// One entry of a file in `Fixtures`: a list of objects.
struct Fixture: CustomTestStringConvertible {
  let file: String
  let name: String
  private let members: [String: JSONValue]

  var testDescription: String { "\(file): \(name)" }

  static func all(in file: String) throws -> [Fixture] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")
    let bytes = [UInt8](try Data(contentsOf: folder.appending(path: file)))
    let (json, diagnostics) = parseJSON(SourceFile(name: file, bytes: bytes))
    #expect(diagnostics.isEmpty, "\(file)")
    guard case .list(let entries, _)? = json else { return [] }
    return entries.map { Fixture(file, $0) }
  }

  private init(_ file: String, _ json: JSONValue) {
    self.file = file
    guard case .object(let members, _) = json else {
      name = ""
      self.members = [:]
      return
    }
    self.members = Dictionary(uniqueKeysWithValues: members.map { ($0.key, $0.value) })
    name = self.members["name"]?.asText ?? ""
  }

  subscript(_ key: String) -> JSONValue? { members[key] }

  func text(_ key: String) -> String? { members[key]?.asText }

  /// The named texts of an object, in order.
  func texts(_ key: String) -> [(name: String, text: String)] {
    guard case .object(let members, _)? = members[key] else { return [] }
    return members.map { ($0.key, $0.value.asText ?? "") }
  }

  /// The texts of a list.
  func list(_ key: String) -> [String] {
    guard case .list(let values, _)? = members[key] else { return [] }
    return values.compactMap(\.asText)
  }
}

extension JSONValue {
  var asText: String? {
    switch self {
    case .text(let text, _), .number(let text, _): text
    default: nil
    }
  }
}

extension SourceRange {
  /// The range as lines and columns, which are counted in characters from 1.
  func described(in text: String) -> String { "\(Self.position(start, text))-\(Self.position(end, text))" }

  private static func position(_ offset: Int, _ text: String) -> String {
    let before = Array(text.utf8).prefix(offset)
    let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let line = before.filter { $0 == UInt8(ascii: "\n") }.count + 1
    return "\(line):\(String(decoding: before[lineStart...], as: UTF8.self).count + 1)"
  }
}
