import IgataDiagnostics
import Testing

@testable import IgataEvolution

/// What can stop for a row is reported at the field, and nothing else is.
struct StopTests {
  struct Change: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let old: String
    let new: String
    /// The declarations at which `may-stop` is reported, as the source has them.
    let stops: [String]

    init(_ title: String, _ old: String, _ new: String, stops: String...) {
      (testDescription, self.old, self.new, self.stops) = (title, old, new, stops)
    }
  }

  private static let key = "id: Int64 @primaryKey\n"

  private static let canStop = [
    Change(
      "a unique over texts that are cut", "model A { \(key) name: String @unique }",
      "model A { \(key) name: String @unique @length(...3) @backfill(truncated) }", stops: "name"),
    Change(
      "a unique over several fields, of which one is cut",
      "model A { \(key) a: Int\n name: String\n unique(a, name) }",
      "model A { \(key) a: Int\n name: String @length(...3) @backfill(clamped)\n unique(a, name) }", stops: "name"),
    Change(
      "a key of texts that are cut", "model A { name: String @primaryKey }",
      "model A { name: String @primaryKey @length(...3) @backfill(truncated) }", stops: "name"),
    Change(
      "one constant for many", "model A { \(key) n: Int? @unique }", "model A { \(key) n: Int @unique @backfill(1) }",
      stops: "n"),
    Change(
      "a fixed-point key that is rounded",
      "type F = Fixed(scale: 100)\nmodel A { f: F @primaryKey }",
      "type F = Fixed(scale: 10) @backfill(rounded)\nmodel A { f: F @primaryKey }", stops: "f"),
    Change(
      "cases of a unique enum that are one",
      "enum K: String { case a, b }\nmodel A { \(key) k: K @unique }",
      "enum K: String { case a @renamed(from: \"b\") }\nmodel A { \(key) k: K @unique }", stops: "k"),
    Change(
      "texts that are numbers", "model A { \(key) d: String @unique }",
      "model A { \(key) d: Decimal @unique @backfill(none) @allow(may-stop, \"all are numbers\") }"),
    Change(
      "an expression for a new field with bounds", "model A { \(key) }",
      "model A { \(key) n: Int @range(1...9) @backfill(sql: \"{id} * 5\") }", stops: "n"),
    Change(
      "an expression for tighter bounds", "model A { \(key) n: Int }",
      "model A { \(key) n: Int @range(1...9) @backfill(sql: \"{id} * 5\") }", stops: "n"),
    Change(
      "a function for a field with a length", "model A { \(key) s: String }",
      "model A { \(key) s: String\n t: String @length(2...4) @backfill(swift: \"f({s})\") }", stops: "t"),
    Change(
      "a new relation by an expression", "model A { \(key) }\nmodel B { \(key) n: Int64 }",
      "model A { \(key) }\nmodel B { \(key) n: Int64\n a: A @backfill(sql: \"{n}\") }", stops: "a"),
    Change(
      "a relation that became required", "model A { \(key) }\nmodel B { \(key) a: A? }",
      "model A { \(key) }\nmodel B { \(key) a: A @backfill(1) }", stops: "a"),
    Change(
      "an expression that can be null", "model A { \(key) s: String? }",
      "model A { \(key) s: String?\n t: String @backfill(sql: \"upper({s})\") }", stops: "t"),
    Change(
      "a value that was null already", "model A { \(key) s: String? }",
      "model A { \(key) s: String @backfill(sql: \"trim({value})\") }", stops: "s"),
    Change(
      "a case that is gone from a list", "enum K: String { case a, b }\nmodel A { \(key) all: [K] }",
      "enum K: String @backfill(.a) { case a\n reserved b }\nmodel A { \(key) all: [K] }", stops: "all"),
    Change(
      "texts that are too short to be cut", "model A { \(key) s: String }",
      "model A { \(key) s: String @length(2...4) @backfill(truncated) }", stops: "s"),
    Change(
      "numbers beyond a smaller type", "model A { \(key) n: Double }",
      "model A { \(key) n: Int32 @backfill(rounded) }", stops: "n"),
    Change(
      "a check over a value that changes", "model A { \(key) a: Int\n b: Int\n check(a < b) }",
      "model A { \(key) a: Int\n b: Int @range(...9) @backfill(clamped)\n check(a < b) }", stops: "b"),
    Change(
      "a text of a number that is too long", "model A { \(key) n: Int64 }",
      "model A { \(key) n: String @length(...3) @backfill(none) }", stops: "n"),
    Change(
      "digits beyond those of a type that takes the nearest bound", "model A { \(key) n: Decimal }",
      "type F = Fixed(scale: 100)\nmodel A { \(key) n: F @backfill(clamped) }", stops: "n"),
    Change(
      "a check of a struct that can be missing", "model A { \(key) h: H? }\nstruct H { a: Int }",
      "model A { \(key) h: H?\n check(h.b == 1) }\nstruct H { a: Int\n b: Int @backfill(1) }", stops: "check(h.b == 1)"),
    Change(
      "a text in place of JSON", "model A { \(key) s: String? }",
      "model A { \(key) s: JSON? @backfill(sql: \"{value}\") }", stops: "s"),
    Change(
      "a number beyond 64 bits", "model A { \(key) }", "model A { \(key) n: Int64 @backfill(sql: \"{id} + 1\") }",
      stops: "n"),
    Change(
      "a quotient by a number that can be zero", "model A { \(key) n: Int }",
      "model A { \(key) n: Int\n m: Double @backfill(sql: \"{id} / {n}\") }", stops: "m"),
    Change(
      "a number that is neither true nor false", "model A { \(key) }",
      "model A { \(key) b: Bool @backfill(sql: \"{id} % 3\") }", stops: "b"),
    Change(
      "an element that a list doesn't have", "model A { \(key) l: [String] }",
      "model A { \(key) l: [String]\n s: String @backfill(sql: \"{l} ->> 0\") }", stops: "s"),
    Change(
      "a text of bytes", "model A { \(key) d: Data }", "model A { \(key) d: String @backfill(sql: \"{value}\") }",
      stops: "d"),
  ]

  private static let canNotStop = [
    Change(
      "a unique over the former key", "model A { \(key) }",
      "model A { number: Int64 @renamed(from: \"id\") @unique\n code: UUID = uuid() @primaryKey }"),
    Change(
      "a unique over the former key of two fields", "model A { a: Int\n b: Int\n primaryKey(a, b) }",
      "model A { \(key.replacing("@", with: "= autoincrement() @")) a: Int\n b: Int\n unique(a, b) }"),
    Change(
      "a unique of a condition whose case has another raw value",
      "enum K: String { case a, b }\nmodel A { \(key) n: Int\n k: K\n unique(n, where: k == .a) }",
      "enum K: String { case a = \"x\"\n case b }\nmodel A { \(key) n: Int\n k: K\n unique(n, where: k == .a) }"),
    Change(
      "a check with a case that has another raw value",
      "enum K: String { case a, b }\nmodel A { \(key) n: Int\n k: K\n check(n > 0 || k == .a) }",
      "enum K: String { case a = \"x\"\n case b }\nmodel A { \(key) n: Int\n k: K\n check(n > 0 || k == .a) }"),
    Change(
      "a key that was a unique", "model A { \(key) code: String @unique }",
      "model A { id: Int64\n code: String @primaryKey }"),
    Change(
      "a unique over more than another one", "model A { \(key) a: Int @unique\n b: Int }",
      "model A { \(key) a: Int @unique\n b: Int\n unique(a, b) }"),
    Change(
      "a key that gets a wider type", "model A { id: Int32 @primaryKey }", "model A { id: Int64 @primaryKey }"),
    Change(
      "a key that becomes a text", "model A { \(key) s: String @unique }",
      "model A { id: String @primaryKey\n s: String @unique }"),
    Change(
      "a key of UUIDs in place of numbers", "model A { \(key) up: A? }",
      "model A { id: UUID @primaryKey @backfill(uuid())\n up: A? }"),
    Change(
      "a check of what all rows get", "model A { \(key) }", "model A { \(key) n: Int = 1\n check(n > 0) }"),
    Change(
      "texts that are cut", "model A { \(key) s: String }",
      "model A { \(key) s: String @length(...4) @backfill(truncated) }"),
    Change(
      "digits of a number", "type F = Fixed(scale: 100)\nmodel A { \(key) f: F @range(0...9) }",
      "type F = Fixed(scale: 10) @backfill(rounded)\nmodel A { \(key) f: F @range(0...9) }"),
    Change(
      "an expression that is never null", "model A { \(key) s: String?\n u: String }",
      """
      model A { \(key) s: String?
       u: String
       t: String @backfill(sql: "substr(coalesce(trim({s}), '?'), 1, 3) || {u} || ifnull({s}, '')")
       v: String @backfill(sql: "CASE WHEN {s} > 'a' THEN 'b' ELSE 'c' END") }
      """),
    Change(
      "a list with a backfill of its own", "enum K: String { case a, b }\nmodel A { \(key) all: [K] }",
      "enum K: String @backfill(.a) { case a\n reserved b }\nmodel A { \(key) all: [K] @backfill([]) }"),
    Change(
      "an expression for a text of any length", "model A { \(key) s: String }",
      "model A { \(key) s: String\n t: String @backfill(sql: \"upper({s})\") }"),
    Change(
      "expressions of the types of their fields", "model A { \(key) s: String\n h: Int16\n j: JSON }",
      """
      model A { \(key) s: String
       h: Int16
       j: JSON
       a: Bool @backfill(sql: "{id} > 3")
       b: Bool @backfill(sql: "CASE WHEN {s} = 'then' THEN 1 ELSE 0 END")
       c: Int64 @backfill(sql: "length({s}) - 1")
       d: Int64 @backfill(sql: "{id} / 100")
       e: Int16 @backfill(sql: "{h}")
       f: JSON @backfill(sql: "json_object('s', {s})")
       g: JSON @backfill(sql: "{j}")
       i: [String] @backfill(sql: "json_array({s})")
       m: JSON? @backfill(sql: "CASE WHEN {s} <> '' THEN json_quote({s}) ELSE {j} END")
       k: String @backfill(sql: "{id}")
       l: String @backfill(sql: "coalesce({j} ->> 'a', '-')") }
      """),
  ]

  @Test(arguments: canStop + canNotStop) func stops(_ change: Change) {
    let step = Step(change.old, change.new)
    let stops = step.evolution.diagnostics.map { diagnostic in
      let text = Array(change.new.utf8)[diagnostic.range.start..<diagnostic.range.end]
      return diagnostic.kind == .mayStop ? String(decoding: text, as: UTF8.self) : diagnostic.kind.id
    }
    #expect(step.errors == "" && stops == change.stops, "\(step.report)")
  }

  /// A value that can't be converted is given up in words.
  @Test func overwrittenValuesAreGivenUp() {
    let old = "model A { \(Self.key) at: Date }\nmodel B { \(Self.key) }\nmodel C { \(Self.key) a: A }"
    func found(_ attributes: String, _ target: String = "a: A") -> [String] {
      let new = old.replacing("at: Date", with: "at: String \(attributes)").replacing("a: A", with: target)
      let step = Step(old, new)
      let effects = step.evolution.changes.filter { $0.kind == .typeChanged || $0.kind == .targetChanged }
      return [step.errors].filter { !$0.isEmpty } + step.evolution.diagnostics.map(\.kind.id)
        + effects.map(\.effect.rawValue)
    }
    #expect(found("@backfill(\"?\")") == ["overwritten-values", "destructive"])
    #expect(found("@backfill(sql: \"'?'\")") == ["overwritten-values", "destructive"])
    #expect(found("@backfill(\"?\") @allow(overwritten-values, \"nobody reads it\")") == ["destructive"])
    #expect(found("@backfill(sql: \"{at}\")") == ["needs data"])
    #expect(found("@backfill(sql: \"{value}\")") == ["needs data"])
    #expect(found("@backfill(swift: \"f({at})\")") == ["needs data"])
    let allowed = "@allow(may-stop, \"row 1 is there\")"
    #expect(
      found("@backfill(sql: \"{at}\")", "a: B @backfill(1) \(allowed)")
        == ["overwritten-values", "needs data", "destructive"])
    #expect(
      found("@backfill(sql: \"{at}\")", "a: B @backfill(sql: \"{value}\") \(allowed)") == ["needs data", "guarded"])
  }
}
