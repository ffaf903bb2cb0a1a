internal import Foundation
@_spi(Backend) internal import IgataRuntime

extension Check {
  /// Conditions on expressions, ranges and long lists.
  static func expressions(_ row: Specimen) -> [Oracle] {
    ranges(row) + lists(row) + numbers + rawValues + foldedTexts + textsWithNUL + valuesWithNUL
  }

  private static func ranges(_ row: Specimen) -> [Oracle] {
    [
      Oracle("large in 2...", { $0.large.isIn(2...) }, { $0.large >= 2 }),
      Oracle("large in ...2", { $0.large.isIn(...2) }, { $0.large <= 2 }),
      Oracle("large in ..<2", { $0.large.isIn(..<2) }, { $0.large < 2 }),
      Oracle("maybeLarge in 0...", { $0.maybeLarge.isIn(0...) }, { ($0.maybeLarge ?? -1) >= 0 }),
      Oracle("not maybeLarge in ..<0", { !$0.maybeLarge.isIn(..<0) }, { ($0.maybeLarge ?? 0) >= 0 }),
      Oracle("money in amounts", { $0.money.isIn(-1...1) }, { (-1000...1000).contains($0.money.storedInteger) }),
      Oracle("maybeDate in", { $0.maybeDate.isIn(Date(microsecondsSince1970: 0)...) }) {
        $0.maybeDate.map { $0 >= Date(microsecondsSince1970: 0) } ?? false
      },
      Oracle("maybeDay in", { $0.maybeDay.isIn(row.day...) }) { $0.maybeDay.map { $0 >= row.day } ?? false },
      Oracle("text in", { $0.text.isIn("a"..<"b") }) {
        Bytes($0.text) >= Bytes("a") && Bytes($0.text) < Bytes("b")
      },
      Oracle("id in values that come twice", { $0.id.isIn([row.id, row.id]) }, { $0.id == row.id }),
    ]
  }

  private static func lists(_ row: Specimen) -> [Oracle] {
    let word = row.words.first ?? "é"
    return [
      Oracle("numbers contain 1", { $0.numbers.contains(1) }, { $0.numbers.contains(1) }),
      Oracle("numbers don't contain the greatest", { !$0.numbers.contains(.max) }, { !$0.numbers.contains(.max) }),
      Oracle("words contain", { $0.words.contains(word) }, { $0.words.contains { Bytes($0) == Bytes(word) } }),
      Oracle("words contain NUL", { $0.words.contains("a\0") }, { _ in false }),
      Oracle("levels contain", { $0.levels.contains(.middle) && $0.flag }, { $0.levels.contains(.middle) && $0.flag }),
      Oracle("numbers are empty", { $0.numbers.isEmpty }, { $0.numbers.isEmpty }),
      Oracle("levels aren't empty", { !$0.levels.isEmpty }, { !$0.levels.isEmpty }),
    ]
  }

  private static let numbers: [Oracle] = [
    Oracle("-large", { -$0.large > 2 }, { -$0.large > 2 }),
    Oracle("-money", { -$0.money >= 1 }, { -$0.money.storedInteger >= 1000 }),
    Oracle("-maybeExact", { -$0.maybeExact < 0 }, { $0.maybeExact.map { -$0 < 0 } ?? false }),
    Oracle("10 - large", { 10 - $0.large == 8 }, { 10 - $0.large == 8 }),
    Oracle("1 + maybeLarge", { 1 + $0.maybeLarge == nil }, { $0.maybeLarge == nil }),
    Oracle("2 * money", { 2 * $0.money > 3 }, { 2 * $0.money.storedInteger > 3000 }),
    Oracle("money * large", { $0.money * $0.large < 0 }, { $0.money.storedInteger * $0.large < 0 }),
    Oracle("large * large", { $0.large * $0.large == 9 }, { $0.large * $0.large == 9 }),
    Oracle("exact * exact", { $0.exact * $0.exact > 2.25 }, { $0.exact * $0.exact > 2.25 }),
    Oracle("double * 0.5 + double", { $0.double * 0.5 + $0.double > 1 }, { $0.double * 0.5 + $0.double > 1 }),
    Oracle("small beside large", { $0.small.asInt64 < $0.large }, { Int64($0.small) < $0.large }),
    Oracle("large beside maybeLarge", { $0.large.optional == $0.maybeLarge }, { $0.large == $0.maybeLarge }),
    Oracle("large unlike maybeLarge", { $0.large.optional != $0.maybeLarge }, { $0.large != $0.maybeLarge }),
    Oracle("one column in both operands", { $0.large * 2 - $0.large != $0.large }, { _ in false }),
  ]

  private static let rawValues: [Oracle] = [
    Oracle("level.rawValue", { $0.level.rawValue >= 5 }, { $0.level.rawValue >= 5 }),
    Oracle("phase.rawValue", { $0.phase.rawValue.contains("o") }, { $0.phase.rawValue.contains("o") }),
    Oracle("email.rawValue", { $0.email.rawValue < "b" }, { $0.email.map { $0.rawValue < "b" } ?? false }),
    Oracle("level.rawValue * 2", { $0.level.rawValue * 2 == 10 }, { $0.level.rawValue == 5 }),
  ]

  /// Queries may contain text that no store can store.
  private static let textsWithNUL: [Oracle] = ["\0", "a\0", "a\0b", "\0\u{301}"].flatMap { text in
    [
      Oracle("text == \(text)", { $0.text == text }, { _ in false }),
      Oracle("note != \(text)", { $0.note != text }, { _ in true }),
      Oracle("not note == \(text)", { !($0.note == text) }, { _ in true }),
      Oracle("text < \(text)", { $0.text < text }, { Bytes($0.text) < Bytes(text) }),
      Oracle("text >= \(text)", { $0.text >= text }, { Bytes($0.text) >= Bytes(text) }),
      Oracle("not note > \(text)", { !($0.note > text) }, { $0.note.map { Bytes($0) <= Bytes(text) } ?? true }),
      Oracle("text in \(text)", { $0.text.isIn([text, "a"]) }, { $0.text == "a" }),
      Oracle("note not in \(text)", { !$0.note.isIn([text]) }, { _ in true }),
    ]
  }

  /// The same for text in JSON and in lists.
  private static let valuesWithNUL: [Oracle] = ["\0", "a\0b"].flatMap { valuesWithNUL($0) }

  private static func valuesWithNUL(_ text: String) -> [Oracle] {
    let object = JSON.object(JSON.Object([(key: text, value: .null)]))
    return [
      Oracle("words == [\(text)]", { $0.words == ["a", text] }, { _ in false }),
      Oracle("words != [\(text)]", { $0.words != [text] }, { _ in true }),
      Oracle("not words in [\(text)]", { !$0.words.isIn([[text], []]) }, { !$0.words.isEmpty }),
      Oracle("json == \(text)", { $0.json == .string(text) }, { _ in false }),
      Oracle("json != [\(text)]", { $0.json != [.string(text)] }, { _ in true }),
      Oracle("json == {\(text)}", { $0.json == object }, { _ in false }),
      Oracle("json in \(text)", { $0.json.isIn([.string(text), .null]) }, { $0.json == .null }),
    ]
  }

  private static let foldedTexts: [Oracle] = ["a", "AB", "é", "É", "ab", "", "Z"].flatMap { text in
    [
      Oracle("lowercased text == \(text)", { $0.text.lowercasedASCII == text }) {
        Bytes($0.text).withoutCase == Array(text.utf8)
      },
      Oracle("lowercased note contains \(text)", { $0.note.lowercasedASCII.contains(text) }) {
        $0.note.map { Bytes(bytes: Bytes($0).withoutCase).contains(Bytes(text)) } ?? false
      },
      Oracle("one text or another without case, beside \(text)") {
        $0.text.equalsIgnoringCase(text) || $0.text.equalsIgnoringCase("aB") || $0.text.equalsIgnoringCase("z")
      } _: {
        [Bytes(text).withoutCase, Array("ab".utf8), Array("z".utf8)].contains(Bytes($0.text).withoutCase)
      },
      Oracle("one text without case or another with it, beside \(text)") {
        $0.text.equalsIgnoringCase("aB") || $0.text == text
      } _: {
        Bytes($0.text).withoutCase == Array("ab".utf8) || Bytes($0.text) == Bytes(text)
      },
    ]
  }

  static let longLists = Check("lists of 100,000 values") { bench in
    var generator = SeededGenerator(seed: bench.seed)
    let rows = (0..<50).map { _ in Specimen.random(using: &generator) }
    try await bench.store.save(rows)
    let many = (Array(-100_000...(-2)) + [1, 1]).map { Int64($0) }
    bench.expect(
      try await bench.store.count(Specimen.where { $0.large.isIn(many) }),
      rows.filter { $0.large < -1 || $0.large == 1 }.count, "one of them")
    bench.expect(
      try await bench.store.count(Specimen.where { !$0.maybeLarge.isIn(many) }),
      rows.filter { $0.maybeLarge.map { $0 >= -1 && $0 != 1 } ?? true }.count, "none of them, or nil")
    bench.expect(
      try await bench.store.find(Specimen.self, ids: rows.map(\.id) + (0..<100_000).map { _ in UUID() }).count, 50,
      "keys")
  }

  /// A condition that refers to a related row outside of the closure for that row.
  static var leaked: Query<Specimen> {
    var column: Column<Currency>?
    _ = Person.where { person in
      person.accounts.contains { account in
        column = account.balance
        return account.balance > 0
      }
    }
    return Specimen.where { row in column.map { row.money == $0 } ?? .always }
  }
}
