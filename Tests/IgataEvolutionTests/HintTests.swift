import IgataDiagnostics
import TestSupport
import Testing

@testable import IgataEvolution

/// What an error proposes is tried on the schema that it was proposed for: afterwards the error is gone, and none is
/// new.
struct HintTests {
  private static let key = "id: Int64 @primaryKey\n"

  /// Schemas beside those of the fixtures, with an error.
  private static let steps: [(old: String, new: String)] = [
    (
      "model Agent { \(key) }\nmodel Note { \(key) agent: Agent? }",
      "model Agent { \(key) }\nmodel Note { \(key) agent: Agent }"
    ),
    ("model A { \(key) }", "model A { \(key) n: Int @range(1...20) }"),
    ("model A { \(key) n: Int? }", "model A { \(key) n: Int @range(...(-3)) }"),
    ("model A { \(key) s: String? }", "model A { \(key) s: String @length(3...9) }"),
    ("model A { \(key) s: [String]? }", "model A { \(key) s: [String] @length(1...) }"),
    ("model A { \(key) s: String }", "model A { \(key) s: String @length(...9) }"),
    ("model A { \(key) n: Int }", "model A { \(key) n: Int @range(5...9) }"),
    ("model A { \(key) n: Double }", "model A { \(key) n: Int }"),
    ("model A { id: Int64 = autoincrement() @primaryKey\n up: A? }", "model A { id: UUID = uuid() @primaryKey\n up: A? }"),
    ("model A { \(key) u: UUID? }", "model A { \(key) u: UUID }"),
    ("model A { \(key) s: String }", "model A { \(key) n: Int = 1\n t: String = \"\" }"),
    ("model A { \(key) comment: String }", "model A { \(key) comments: Data = b64(\"\")\n note: String = \"\" }"),
    ("model A { \(key) a: Int }", "model A { \(key) b: String? }"),
    ("model A { \(key) a: Int\n b: Int }", "model A { \(key) b: Int }"),
    ("enum E: String { case a, b }\nmodel A { \(key) e: E }", "enum E: String { case a, c }\nmodel A { \(key) e: E }"),
    ("model P { a: Int\n b: Int\n primaryKey(a, b) }\nmodel A { \(key) p: P? }",
      "model P { a: Int\n b: Int\n primaryKey(a, b) }\nmodel A { \(key) p: P }"),
    ("model P { a: Int\n b: Int\n primaryKey(a, b) }\nmodel A { \(key) }",
      "model P { a: Int\n b: Int\n primaryKey(a, b) }\nmodel A { \(key) p: P }"),
    ("model P { \(key) }\nmodel Q { \(key) }\nmodel A { \(key) p: P? }",
      "model P { \(key) }\nmodel Q { \(key) }\nmodel A { \(key) p: Q? }"),
    ("model P { \(key) }\nmodel Q { a: Int\n b: Int\n primaryKey(a, b) }\nmodel A { \(key) p: P? }",
      "model P { \(key) }\nmodel Q { a: Int\n b: Int\n primaryKey(a, b) }\nmodel A { \(key) p: Q? }"),
    ("model P { \(key) }\nmodel Q { \(key) }\nmodel A { \(key) p: P }",
      "model P { \(key) }\nmodel Q { \(key) }\nmodel A { \(key) p: Q @backfill(1) }"),
    ("model A { \(key) n: Int? @unique }", "model A { \(key) n: Int @unique }"),
    ("model A { \(key) }", "model A { \(key) n: Int @unique }"),
    ("model A { \(key) n: Int?\n check(n != 3) }", "model A { \(key) n: Int\n check(n != 3) }"),
    ("model A { \(key) n: Int }", "model A { \(key) n: Int\n check(n != 3) }"),
    ("model A { \(key) n: Int\n m: Int }", "model A { \(key) n: Int\n m: Int\n unique(n, m) }"),
    ("model A { \(key) n: Int }", "model A { \(key) n: Int @unique }"),
    ("model A { \(key) at: Date }", "model A { \(key) at: Int32 }"),
    ("model A { \(key) at: Date? }", "model A { \(key) at: String @length(3...) }"),
    ("model A { \(key) at: Date }", "model A { \(key) at: String @length(3...) @backfill(\"abc\") }"),
    ("model A { \(key) at: Date }", "model A { \(key) at: [Int] }"),
    ("enum E: String { case a, b }\nmodel A { \(key) at: Date }", "enum E: String { case a, b }\nmodel A { \(key) at: E }"),
    ("enum E: Int { case a = 1\n case b = 2 }\nmodel A { \(key) e: E? }", "enum E: Int { case b = 2\n case a = 1 }\nmodel A { \(key) e: E }"),
    ("model A { \(key) d: Data? }", "model A { \(key) d: Data @length(2...) }"),
    ("model A { \(key) d: Data? }", "model A { \(key) d: Data }"),
    ("model A { \(key) u: URL? }", "model A { \(key) u: URL }"),
    ("model A { \(key) s: String? }", "model A { \(key) s: String @pattern(\"[a-z]+\") }"),
    ("model A { \(key) l: String }", "model A { \(key) l: [Int] @length(2...) }"),
    ("model A { \(key) j: JSON? }", "model A { \(key) j: JSON }"),
    ("model A { \(key) f: Decimal }", "type F = Fixed(scale: 10)\nmodel A { \(key) f: F }"),
    ("type F = Fixed(scale: 100)\nmodel A { f: F @primaryKey }", "type F = Fixed(scale: 10)\nmodel A { f: F @primaryKey }"),
    ("model A { \(key) tags: [String] }", "model A { \(key) tags: [String]\n tag: String @backfill(swift: \"first({tags})\") }"),
    ("model A { \(key) tag: String }", "model A { \(key) tag: String\n tags: [String] @backfill(swift: \"all({tag})\") }"),
    ("model A { \(key) home: H? }\nstruct H { city: String }", "model A { \(key) home: H? }\nstruct H { city: String\n zip: String }"),
    ("model A { \(key) home: H? }\nstruct H { city: String }", "model A { \(key) home: H? }\nmodel H { id: Int64 @primaryKey\n city: String }"),
    ("model A { \(key) home: H? }\nstruct H { city: String }", "model A { \(key) home: H? }\nmodel H { id: UUID @primaryKey\n city: String }"),
  ]

  @Test func proposalsAreAccepted() throws {
    var count = 0
    var pairs = Self.steps
    for file in try Golden.files(in: FixtureTests.folder, ending: ".igata") {
      pairs += try FixtureTests.cases(in: file).map { ($0.old, $0.new) }
    }
    for (old, new) in pairs {
      let step = Step(old, new)
      guard step.errors.isEmpty else { continue }
      for diagnostic in step.evolution.diagnostics {
        for edits in diagnostic.fixes.map(\.edits) + diagnostic.hintedEdits(in: new) {
          count += 1
          let text = Self.text(new, edits)
          let after = Step(old, text)
          let former = Self.counts(step, new)
          let found = Self.counts(after, text).filter { $0.value > former[$0.key] ?? 0 }
          let isGone = after.evolution.diagnostics.count < step.evolution.diagnostics.count
          #expect(after.errors == "" && isGone && found.isEmpty, "\(diagnostic.message)\n\(text)\n\(after.report)")
        }
      }
    }
    #expect(count > 110, "\(count)")
  }

  /// How many errors of a kind each declaration has.
  private static func counts(_ step: Step, _ text: String) -> [String: Int] {
    let bytes = Array(text.utf8)
    let kinds = step.evolution.diagnostics.map { diagnostic in
      let name = String(decoding: bytes[diagnostic.range.start..<diagnostic.range.end], as: UTF8.self)
      return ("\(diagnostic.kind.id) at \(name)", 1)
    }
    return Dictionary(kinds, uniquingKeysWith: +)
  }

  private static func text(_ text: String, _ edits: [Diagnostic.Fix.Edit]) -> String {
    var bytes = Array(text.utf8)
    for edit in edits.sorted(by: { $0.range.start > $1.range.start }) {
      bytes.replaceSubrange(edit.range.start..<edit.range.end, with: Array(edit.replacement.utf8))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension Diagnostic {
  /// The attributes and defaults that the help quotes, each where it belongs.
  fileprivate func hintedEdits(in text: String) -> [[Fix.Edit]] {
    let pattern = /'((?:@(?:backfill|allow)\((?:[^"']|"[^"]*")*\) ?)+|= \w+\(\))'/
    let quoted = (help ?? "").matches(of: pattern).map { String($0.1) }
    // What other fields can have is no edit of this one.
    if help?.contains("can be declared") == true { return [] }
    return quoted.filter { !$0.contains("(…)") }.compactMap { hint in
      // What stands for something of the author's.
      let attributes = hint.replacing("…{value}…", with: "length({value})").replacing("sql: \"…\"", with: "sql: \"1\"")
      return attributes.hasPrefix("=") ? added(attributes, in: text) : replaced(attributes, in: text)
    }
  }

  /// The text behind the type of the field.
  private func added(_ text: String, in source: String) -> [Fix.Edit]? {
    let bytes = Array(source.utf8)
    guard let colon = bytes[range.end...].firstIndex(of: UInt8(ascii: ":")),
      let end = bytes[(colon + 2)...].firstIndex(where: { !($0 >= 0x30) })
    else { return nil }
    return [edit(at: end, " \(text) ")]
  }

  /// The attributes in place of those that the declaration has of the kind, or behind it.
  private func replaced(_ text: String, in source: String) -> [Fix.Edit]? {
    let bytes = Array(source.utf8)
    // A rule of the whole table is allowed at the model.
    let isMember = range.end < bytes.count && bytes[range.end] == UInt8(ascii: ":")
    let isType = bytes[range.end...].first == UInt8(ascii: " ") && bytes[range.start].isUppercase
    guard isMember || isType || text.hasPrefix("@allow") else { return nil }
    var start = range.end
    if !isMember, !isType {
      let models = source.utf8.prefix(range.start).ranges(of: Array("model ".utf8)[...].map { $0 })
      guard let model = models.last else { return nil }
      start = source.utf8.distance(from: source.startIndex, to: model.upperBound)
      start = bytes[start...].firstIndex(of: UInt8(ascii: " ")) ?? start
    }
    guard isMember else { return [edit(at: start, " \(text) ")] }
    let line = bytes[start...].prefix { $0 != UInt8(ascii: "\n") }
    // The rule can be allowed already.
    let isAllowed = line.firstRange(of: Array("@allow(may-stop".utf8)) != nil
    let text = isAllowed ? text.replacing(" @allow(may-stop, \"…\")", with: "") : text
    if text.hasPrefix("@backfill"), let old = line.firstRange(of: Array("@backfill(".utf8)) {
      guard let end = Self.closing(bytes, old.upperBound) else { return nil }
      return [Fix.Edit(SourceRange(file: range.file, start: old.lowerBound, end: end), text)]
    }
    let isLast = line.count { $0 == UInt8(ascii: "}") } > line.count { $0 == UInt8(ascii: "{") }
    return [edit(at: isLast ? line.lastIndex(of: UInt8(ascii: "}")) ?? line.endIndex : line.endIndex, " \(text) ")]
  }

  private func edit(at offset: Int, _ text: String) -> Fix.Edit {
    Fix.Edit(SourceRange(file: range.file, start: offset, end: offset), text)
  }

  /// The offset behind the parenthesis that closes one.
  private static func closing(_ bytes: [UInt8], _ start: Int) -> Int? {
    var (depth, isText) = (1, false)
    for index in start..<bytes.count {
      if bytes[index] == UInt8(ascii: "\"") { isText.toggle() }
      if isText { continue }
      depth += bytes[index] == UInt8(ascii: "(") ? 1 : bytes[index] == UInt8(ascii: ")") ? -1 : 0
      if depth == 0 { return index + 1 }
    }
    return nil
  }
}

extension UInt8 {
  fileprivate var isUppercase: Bool { (65...90).contains(self) }
}
