import Foundation
import IgataDiagnostics
import IgataGeneration
import IgataSchema
import IgataSyntax
import TestSupport
import Testing

/// A text that would become code of some language if it weren't escaped. Its code is the name `owned`.
struct HostileText: Sendable {
  let text: String

  static let all = [
    HostileText(text: "a\nlet owned = 1\n"), HostileText(text: "a\r\nlet owned = 1"),
    HostileText(text: "a\"\nlet owned = 1 //"), HostileText(text: "\"\"\"\nlet owned = 1\n"),
    HostileText(text: "\\(owned())"), HostileText(text: "*/ let owned = 1 /*"), HostileText(text: "`; let owned = 1; let `a"),
    HostileText(text: "'); CREATE TABLE owned(a); --"), HostileText(text: "\"); CREATE TABLE owned(a); --"),
    HostileText(text: "a\n); CREATE TABLE owned(a); --"), HostileText(text: "1); CREATE TABLE owned(a); --"),
    HostileText(text: "--></script></style></svg><script>owned()</script>"),
    HostileText(text: "\" onload=\"owned()"), HostileText(text: "{{owned}}{{{owned}}}"), HostileText(text: "]]>\u{1B}[2Jowned"),
  ]

  /// The text as a literal of the schema language.
  var literal: String { stringLiteral(text) }

  /// The text as a comment, which can contain everything but a line feed.
  var comment: String { "/// " + text.replacing("\n", with: "\r") }
}

/// A position in a schema or its configuration where a text can be.
struct TextPosition: Sendable {
  let name: String
  var schema: @Sendable (HostileText) -> String
  var path = "a.igata"
  var options = GenerationOptions(dialects: Dialect.allCases, folder: "folder")

  /// The attributes of the language come from its table, so that a new one is tested as well.
  static let all = attributes + literals + others

  private static let attributes: [TextPosition] = AttributeKind.allCases.flatMap { kind in
    kind.targets.map { target in
      TextPosition(name: "@\(kind.rawValue) on \(target.rawValue)") { text in
        declaration(of: target, attribute(kind, text), type(for: kind))
      }
    }
  }

  /// The attribute with the text wherever its form permits one.
  private static func attribute(_ kind: AttributeKind, _ text: HostileText) -> String {
    let text = text.literal
    let arguments =
      switch kind.argumentForm {
      case .none: ""
      case .sqlName, .text: "(\(text))"
      case .sqlNames: kind == .joinTable ? "(\(text), \"x\(text.dropFirst()), \"y\(text.dropFirst()))" : "(\(text))"
      case .swiftType: "(\(text), import: \(text))"
      case .formerNames: "(from: \(text))"
      case .backfill: "(sql: \(text))"
      case .rules: "(optional-bool, \(text))"
      case .field, .fields, .deleteRule, .updateRule, .length, .range, .precision: "(\(text))"
      }
    return "@\(kind.rawValue)\(arguments)"
  }

  private static func type(for kind: AttributeKind) -> String {
    switch kind.requirement {
    case .columns, .relation, .storedRelation, .reference, .inverse: "B"
    case .ownedModelList: "[B]"
    case .number, .changingInteger: "Int64"
    case .decimal: "Decimal(10, 2)"
    case .changingDate: "Date"
    case .indexable, .column, .string, nil: "String"
    }
  }

  private static func declaration(of target: AttributeKind.Target, _ attribute: String, _ type: String) -> String {
    let model = "model B {\n  id: Int64 @primaryKey\n}\n"
    return switch target {
    case .modelField: "\(model)model A {\n  id: Int64 @primaryKey\n  x: \(type) \(attribute)\n}\n"
    case .structField: "struct S {\n  x: \(type) \(attribute)\n}\nmodel A {\n  id: Int64 @primaryKey\n  s: S\n}\n"
    case .model: "model A \(attribute) {\n  id: Int64 @primaryKey\n}\n"
    case .structure: "struct S \(attribute) {\n  x: String\n}\nmodel A {\n  id: Int64 @primaryKey\n  s: S\n}\n"
    case .newtype: "type N = String \(attribute)\nmodel A {\n  id: Int64 @primaryKey\n  n: N\n}\n"
    case .enumeration: "enum E: String \(attribute) {\n  case a\n}\nmodel A {\n  id: Int64 @primaryKey\n  e: E = .a\n}\n"
    case .enumCase: "enum E: String {\n  case a\n  case b \(attribute)\n}\nmodel A {\n  id: Int64 @primaryKey\n  e: E = .b\n}\n"
    }
  }

  private static let literals: [TextPosition] = [
    ("a default", "x: String = TEXT"), ("a default of a list", "x: [String] = [TEXT]"),
    ("a default of an optional", "x: String? = TEXT"), ("JSON", "x: JSON = TEXT"),
    ("a check", "x: String\n  check(x != TEXT)"), ("a named check", "x: Int64\n  check(x > 1, name: TEXT)"),
    ("SQL of a check", "x: Int64\n  check(sql: TEXT)"), ("SQL of a default", "x: String = sql(TEXT)"),
    ("the name of an index", "x: String\n  index(x, name: TEXT)"),
    ("the condition of an index", "x: String\n  index(x) where x == TEXT"),
    ("the condition of a unique", "x: String\n  unique(x) where x != TEXT"),
    ("a list in a condition", "x: String\n  check([TEXT, \"b\"].contains(x))"),
    ("a reserved name", "x: String\n  reserved TEXT"),
  ].map { name, member in
    TextPosition(name: name) { text in
      "model A {\n  id: Int64 @primaryKey\n  \(member.replacing("TEXT", with: text.literal))\n}\n"
    }
  }

  private static let plain: @Sendable (HostileText) -> String = { _ in "model A {\n  id: Int64 @primaryKey\n}\n" }

  private static let others: [TextPosition] = [
    TextPosition(name: "a raw value") { text in
      "enum E: String {\n  case a = \(text.literal)\n}\nmodel A {\n  id: Int64 @primaryKey\n  e: E = .a\n}\n"
    },
    TextPosition(name: "documentation") { text in
      """
      \(text.comment)
      enum E: String {
        \(text.comment)
        case a
      }
      \(text.comment)
      type N = String
      \(text.comment)
      struct S {
        \(text.comment)
        x: N
      }
      \(text.comment)
      model A {
        \(text.comment)
        id: Int64 @primaryKey
        e: E = .a
        s: S
      }

      """
    },
  ]

  /// Positions outside of the schema, whose options depend on the text.
  static func around(_ text: HostileText) -> [TextPosition] {
    var named = TextPosition(name: "the name of the file", schema: plain)
    named.path = "\(text.text).igata"
    var folder = TextPosition(name: "the name of the folder", schema: plain)
    folder.options.folder = text.text
    return [named, folder]
  }
}

/// What a hostile text in a position has been made into.
private func outputs(_ position: TextPosition, _ text: HostileText) -> [RenderedFile] {
  let source = SourceFile(name: position.path, text: position.schema(text))
  let sources = Sources([source])
  var options = position.options
  options.targets = [.swift, .sql, .citus]
  let compilation = compile(sources, options)
  guard compilation.isValid else { return [] }
  var files = compilation.files
  for target in [Target.realm, .swiftdata] {
    options.targets = [target]
    files += compile(sources, options).files.filter { $0.path.contains("a.") }
  }
  for format in DocsFormat.allCases {
    files += document(compilation, sources, DocsOptions(format: format, title: text.text, folder: options.folder)).files
  }
  return files
}

/// What the parser of a language makes of some outputs.
private struct Parsed {
  let files: [RenderedFile]
  private let scratch: Scratch

  init(_ files: [RenderedFile]) throws {
    self.files = files
    scratch = try Scratch()
    for (index, file) in files.enumerated() { try scratch.write(file.bytes, to: name(index)) }
  }

  private func name(_ index: Int) -> String { "\(index).\(files[index].path.split(separator: ".").last ?? "")" }

  /// The files with a text that could have become code.
  private func indexes(_ ending: String) -> [Int] {
    files.indices.filter { index in
      files[index].path.hasSuffix(ending) && String(decoding: files[index].bytes, as: UTF8.self).contains("owned")
    }
  }

  /// The declarations and the uses of `owned` in Swift, and the errors.
  func swift() throws -> [String] {
    // One file, as starting the compiler takes longer than parsing all of them.
    try scratch.write(indexes(".swift").map { String(decoding: files[$0].bytes, as: UTF8.self) }.joined(separator: "\n"), to: "all.swift")
    let outcome = try Program(
      shell: "swiftc -frontend -dump-parse all.swift > tree && grep '\"owned\"' tree", in: scratch.folder
    ).run()
    return [outcome.output, outcome.errors].filter { $0.contains { !$0.isNewline } }
  }

  /// The tables of SQLite that a text has created, and the errors.
  func sqlite() throws -> [String] {
    try indexes(".sqlite.sql").flatMap { index in
      let script = ".bail on\n.read \(name(index))\nSELECT name FROM sqlite_master WHERE name = 'owned';\n"
      try scratch.write(script, to: "script")
      let outcome = try Program(shell: "sqlite3 :memory: < script", in: scratch.folder).run()
      return [outcome.output, outcome.errors].filter { $0.contains { !$0.isNewline } }
    }
  }

  /// The elements and attributes of HTML and SVG that only a text can have made.
  func markup() -> [String] {
    (indexes(".html") + indexes(".svg")).flatMap { index in
      let text = String(decoding: files[index].bytes, as: UTF8.self)
      return ["<script>owned", "\" onload=\"owned"].filter { text.contains($0) }
    }
  }
}

/// No text of a schema, a file name or a folder name becomes code of the languages that are generated.
@Test(.timeLimit(.minutes(5)), arguments: HostileText.all.indices)
func textsStayTexts(_ index: Int) throws {
  let text = HostileText.all[index]
  var files: [RenderedFile] = []
  var accepted: [String] = []
  for position in TextPosition.all + TextPosition.around(text) {
    let found = outputs(position, text)
    if !found.isEmpty { accepted.append(position.name) }
    files += found.filter { new in !files.contains { $0.bytes == new.bytes && $0.path == new.path } }
  }
  #expect(accepted.contains("@deprecated on a model") && accepted.contains("a default"), "\(accepted)")
  let parsed = try Parsed(files)
  let swift = try parsed.swift()
  #expect(swift.isEmpty, "\(swift.joined().prefix(2_000))")
  #expect(try parsed.sqlite() == [])
  #expect(parsed.markup() == [])
}
