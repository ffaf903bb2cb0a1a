internal import Foundation
@_spi(Backend) internal import IgataRuntime

extension Check {
  static let roundTrips: [Check] = [
    Check("values of every type are loaded unchanged") { bench in
      var generator = SeededGenerator(seed: bench.seed)
      let specimens = Specimen.extremes + (0..<200).map { _ in Specimen.random(using: &generator) }
      let saved = try await bench.store.save(specimens)
      bench.expect(saved, specimens, "what save returns")
      let loaded = try await bench.store.fetch(Specimen.all)
      bench.expect(loaded.count, specimens.count, "rows")
      let byID = Dictionary(loaded.map { ($0.id, $0) }) { first, _ in first }
      for specimen in specimens {
        guard let found = byID[specimen.id] else {
          bench.report.fail("a row is missing")
          continue
        }
        bench.expectSame(found, specimen)
      }
    },
    Check("a raw value that no case has is stored as it was read") { bench in
      let store = bench.store
      var specimen = Specimen()
      specimen.phase = .other("later")
      try await store.insert(specimen)
      guard var found = try await store.find(Specimen.self, id: specimen.id) else {
        return bench.report.fail("the row is missing")
      }
      bench.expect(found.phase, .other("later"), "the case")
      found.small = 7
      try await store.update(found)
      let rows = try await store.load(Specimen.self)
      bench.expect(rows.map { $0["phase"] as? String }, ["later"], "the raw value after an update")
      bench.expect(try await store.count(Specimen.where { $0.phase == .other("later") }), 1, "rows with the raw value")
      found.phase = .other("open")
      try await store.update(found)
      bench.expect(try await store.find(Specimen.self, id: specimen.id)?.phase, .open, "a known raw value")
    },
    Check("zero has no sign") { bench in
      let store = bench.store
      var zero = Specimen()
      (zero.single, zero.double, zero.maybeDouble) = (-0.0, -0.0, -0.0)
      var other = Specimen()
      (other.double, other.maybeDouble) = (0.0, -0.0)
      try await store.save([zero, other])
      for found in try await store.fetch(Specimen.all) {
        let signs = [found.single.sign, found.double.sign, found.maybeDouble?.sign]
        bench.expect(signs, [.plus, .plus, .plus], "the signs of zeros")
      }
      let all = Specimen.all
      bench.expect(try await store.count(all.where { $0.double == -0.0 && $0.single == -0.0 }), 2, "rows of -0")
      bench.expect(try await store.count(all.where { $0.maybeDouble.isIn([-0.0]) }), 2, "rows in a list of -0")
      bench.expect(try await store.count(all.where { $0.double < 0 || $0.double > 0 }), 0, "rows beside zero")
      bench.expect(try await store.distinct(all) { $0.double }.map(\.sign), [.plus], "the signs of distinct zeros")
      bench.expect(
        try await store.distinct(all) { $0.double * -1 }.map(\.sign), [.plus], "the signs of zeros that are computed")
      bench.expect(try await store.min(all) { $0.double * -1 }?.sign, .plus, "the sign of the least")
      bench.expect(try await store.sum(all) { $0.double * -1 }.sign, .plus, "the sign of a sum")
      let groups = try await store.count(all.grouped { $0.double * -1 })
      bench.expect(groups.map(\.key.sign), [.plus], "the signs of groups")
      bench.expect(groups.map(\.value), [2], "the sizes of groups")
      let ids = [zero.id, other.id].sorted { $0.uuidString < $1.uuidString }
      bench.expect(try await store.fetch(all.order { $0.double.ascending }).map(\.id), ids, "rows in order")
    },
    Check("hostile texts are loaded unchanged or rejected before anything is written") { bench in
      for text in hostileTexts {
        var specimen = Specimen()
        specimen.text = text
        specimen.note = text
        specimen.words = [text, ""]
        specimen.json = ["key": .string(text)]
        do throws(StoreError) {
          try await bench.store.save(specimen)
        } catch {
          if case .unstorable = error, text.utf8.contains(0) {
            let count = try await bench.store.count(Specimen.where { $0.id == specimen.id })
            bench.expect(count, 0, "rows of a refused text")
          } else {
            bench.report.fail("\(text.debugDescription.prefix(60)) was refused: \(error)")
          }
          continue
        }
        if text.utf8.contains(0) { bench.report.fail("text with a NUL was not refused") }
        guard let found = try await bench.store.find(Specimen.self, id: specimen.id) else {
          bench.report.fail("\(text.debugDescription.prefix(60)) is not there")
          continue
        }
        bench.expectSame(found, specimen)
        let matches = try await bench.store.count(Specimen.where { $0.id == specimen.id && $0.text == text })
        bench.expect(matches, 1, "rows whose text equals \(text.debugDescription.prefix(60))")
      }
    },
    Check("hostile texts can be keys") { bench in
      let labels = hostileTexts.filter { !$0.utf8.contains(0) && $0.utf8.count < 10_000 }.map { Label(name: $0) }
      let distinct = Dictionary(labels.map { (Array($0.name.utf8), $0) }) { first, _ in first }
      try await bench.store.save(Array(distinct.values))
      bench.expect(try await bench.store.count(Label.all), distinct.count, "rows")
      for label in distinct.values {
        let found = try await bench.store.find(Label.self, id: label.name)
        bench.expect(
          found.map { Array($0.name.utf8) }, Array(label.name.utf8), "\(label.name.debugDescription.prefix(60))")
      }
    },
    Check("values that no store can store are rejected before anything is written") { bench in
      var specimen = Specimen()
      specimen.double = .nan
      await bench.expectUnstorable(specimen, "double")
      specimen = Specimen()
      specimen.single = .nan
      await bench.expectUnstorable(specimen, "single")
      specimen = Specimen()
      specimen.exact = .nan
      await bench.expectUnstorable(specimen, "exact")
      specimen = Specimen()
      specimen.at = Date(timeIntervalSince1970: 1e300)
      await bench.expectUnstorable(specimen, "at")
      specimen = Specimen()
      specimen.text = "a\0b"
      await bench.expectUnstorable(specimen, "text")
      bench.expect(try await bench.store.count(Specimen.all), 0, "rows")
    },
  ]
}

extension Bench {
  /// Expects that both are equal by `==` and by their bytes, as `String` considers different bytes equal in some cases.
  func expectSame(_ found: Specimen, _ expected: Specimen) {
    if found == expected, found.texts == expected.texts { return }
    report.fail("expected \(expected), found \(found)")
  }

  fileprivate func expectUnstorable(_ specimen: Specimen, _ field: String) async {
    await expect("a row with \(field)", "unstorable in \(field)") {
      // The valid row before it must not be kept either.
      try await store.save([Specimen(), specimen])
    } isRight: {
      if case .unstorable("Specimen", field, _) = $0 { true } else { false }
    }
  }
}

extension Specimen {
  fileprivate var texts: [[UInt8]] {
    ([text, note ?? "", link?.absoluteString ?? "", email?.rawValue ?? ""] + words).map { Array($0.utf8) }
  }
}

/// Texts that are known to cause errors in stores.
let hostileTexts: [String] = [
  "", " ", "  leading and trailing  ", "\t\r\n", "\u{0}", "a\u{0}b", "\u{1}\u{2}\u{1B}[31m\u{7F}\u{85}", "'", "''",
  "\"", "`", "\\", "\\0", "%", "_", "%_%", "a%b_c", "*?[a]", "'; DROP TABLE specimen; --", "\" OR 1=1 --", "/* */",
  "--", ";",
  "$1", "?1", ":name", "@name", "{}", "[]", "null", "NULL", "nil", "true", "0", "1e999", "NaN", "-0",
  "\u{FEFF}byte order mark", "\u{202E}right to left\u{202C}", "\u{200B}\u{200C}\u{200D}", "e\u{301}", "\u{E9}",
  "\u{1100}\u{1161}", "\u{AC00}", "ﬀ", "ß", "ẞ", "İ", "ı", "Σς", "日本語", "現金", "口座\u{3000}", "👩‍👩‍👧‍👦", "🏳️‍🌈",
  "\u{10FFFF}", "\u{FFFD}", "\u{FFFE}", "\u{FFFF}", "\u{2028}\u{2029}", "a\u{300}\u{301}\u{302}\u{303}\u{304}", "𝒜𝓁𝑔𝑜",
  String(repeating: "a", count: 1_000_000), String(repeating: "💰", count: 250_000),
]
