import Foundation
import IgataTables
import RuntimeModels
import Testing

@_spi(Backend) @testable import IgataRuntime
@testable import IgataSamples

struct SampleValuesTests {
  static let models: [any PersistableModel.Type] = HouseholdSchema.models + EverythingSchema.models

  @Test func samplesKeepToTheSchema() throws {
    for model in Self.models { try check(model) }
  }

  private func check<Model: PersistableModel>(_ type: Model.Type) throws {
    let table = Model.table
    let samples = Model.samples(count: 60, seed: 7)
    #expect(samples.count == 60, "\(table.model)")
    #expect(Set(samples.map(\.primaryKey)).count == samples.count)
    #expect(samples == Model.samples(count: 60, seed: 7))
    #expect(Model.samples(count: 0, seed: 7).isEmpty && Model.samples(count: -1, seed: 7).isEmpty)
    if table.columns.count > 2 { #expect(samples != Model.samples(count: 60, seed: 8)) }
    for unique in table.uniques where unique.condition == nil {
      let rows = samples.map { sample in unique.parts.map { ModelParts(sample).row[$0.column] } }
      let whole = rows.filter { !$0.contains(.null) }
      #expect(Set(whole).count == whole.count, "\(unique.name)")
    }
    for sample in samples {
      for (column, value) in zip(table.columns, ModelParts(sample).row) {
        #expect(column.constraints.brokenRule(by: value, scale: column.type.scale) == nil, "\(column.name): \(value)")
      }
      #expect(try Model(dictionary: sample.convert()) == sample)
    }
  }

  @Test func relatedModelsAreConsistentAndShared() async throws {
    let accounts = Account.samples(count: 40, seed: 3)
    #expect((2...10).contains(Set(accounts.map(\.ownerID)).count))
    for account in accounts { #expect(account.owner.id == account.ownerID && !account.owner.name.isEmpty) }
    #expect(accounts.contains { $0.parent != nil } && accounts.contains { $0.parentID == nil })
    #expect(accounts.contains(where: \.hasSettings) && accounts.contains { !$0.hasSettings })
    #expect(accounts.contains { $0.tags.count > 1 } && accounts.contains { $0.tags.isEmpty })
    for account in accounts where account.hasSettings {
      #expect(account.settingsID == .derived(from: account.id, for: "Account.settings"))
    }
    let store = Store(MemoryBackend())
    try await store.prepare(HouseholdSchema.self)
    try await store.prepare(EverythingSchema.self)
    let entries = try await store.save(Entry.samples(count: 30, seed: 3))
    #expect(try await store.fetch(Entry.all).count == entries.count)
    _ = try await store.save(accounts)
    _ = try await store.save(Scalars.samples(count: 30, seed: 3))
    _ = try await store.save(Ticket.samples(count: 30, seed: 3))
  }

  /// Other machines and other versions of Swift must make the same samples.
  @Test func samplesAreTheSameEverywhere() {
    func digest<Model: PersistableModel>(_ type: Model.Type) -> String {
      let rows = Model.samples(count: 20, seed: 42).map { sample in
        ModelParts(sample).row.map(\.derivationText).joined()
      }
      return UUID.derived(from: rows.joined(), for: "samples").uuidString
    }
    #expect(digest(Account.self) == "086D2B4C-2830-5834-8BAD-395D31367645")
    #expect(digest(Scalars.self) == "122A3E23-A3AB-52B0-B03D-E5672F8CDE9D")
    #expect(digest(Ticket.self) == "E3F954D2-8DAA-541E-B7A5-ADC948C6B178")
  }

  @Test func patternsOfTheCommonKindAreMet() {
    let patterns = [
      ".+@.+", "[a-z]{3,8}", "\\d{3}-\\d{4}", "^[A-Z][a-z]+( [A-Z][a-z]+)*$", "(?:foo|bar|baz)+?",
      "[^@\\s]+@[^@\\s]+\\.[a-z]{2,}",
      "#[0-9a-fA-F]{6}", "\\w+([-.]\\w+)*", "a?b*c+", "[\\w.-]+", "[]x]*", "日本[ぁ-ん]{2}", "\\(\\+\\d{2}\\)", "x{0}", "",
      "a{2,3}+", "[+-]?\\d+",
    ]
    var random = SampleRandom(seed: 1)
    for pattern in patterns {
      guard pattern != "[]x]*" else { continue }
      let sampler = PatternSampler(pattern)
      for generosity in [0, 5] {
        let text = sampler?.text(generosity: generosity, &random)
        #expect(text.map { Patterns.matches($0, pattern) } == true, "\(pattern): \(text ?? "refused")")
      }
    }
    for pattern in ["(?=a)b", "\\1", "(", "[", "a{", "*", "[z-a]", String(repeating: "(", count: 100_000), "\\"] {
      #expect(PatternSampler(pattern) == nil, "\(pattern.prefix(20))")
    }
    #expect((PatternSampler("((a{1000}){1000}){1000}")?.text(generosity: 0, &random).count ?? 0) <= 20_000)
  }

  @Test func narrowConstraintsAreMet() {
    func column(_ type: Scalar, _ constraints: ColumnConstraints) -> ColumnDescription {
      ColumnDescription("x", ["x"], type, constraints: constraints)
    }
    let columns = [
      column(.int16, ColumnConstraints(minimum: "-32768", maximum: "-32768")),
      column(.int64, ColumnConstraints(minimum: "9223372036854775807")),
      column(.int32, ColumnConstraints(minimum: "5", maximum: "6", excludesMaximum: true)),
      column(.fixed(scale: 1000), ColumnConstraints(minimum: "0.0005", maximum: "0.0015")),
      column(.fixed(scale: 1_000_000_000_000_000_000), ColumnConstraints(minimum: "-9", maximum: "9")),
      column(.double, ColumnConstraints(minimum: "0.001", maximum: "0.0011", excludesMaximum: true)),
      column(.decimal(precision: 3, scale: 2), ColumnConstraints(minimum: "9.98", maximum: "9.99")),
      column(.string, ColumnConstraints(minimumLength: 500)), column(.string, ColumnConstraints(maximumLength: 1)),
      column(.string, ColumnConstraints(minimumLength: 12, maximumLength: 12, pattern: "[A-Z]{2,}[0-9]+")),
      column(.data, ColumnConstraints(minimumLength: 3, maximumLength: 3)),
      ColumnDescription(
        "x", ["x"], .list(.scalar(.int16)), constraints: ColumnConstraints(minimumLength: 2, maximumLength: 2)),
    ]
    for column in columns {
      for ordinal in 1...20 as ClosedRange<Int64> {
        var sampler = ColumnSampler(
          model: "M", column: column, isKey: false, isUnique: false, isVersion: false, ordinal: ordinal, attempt: 0,
          random: SampleRandom(seed: UInt64(ordinal)))
        let value = sampler.value(mayBeNull: false)
        #expect(column.constraints.brokenRule(by: value, scale: column.type.scale) == nil, "\(column): \(value)")
      }
    }
  }
}
