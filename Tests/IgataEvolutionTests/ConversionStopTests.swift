import IgataDiagnostics
import IgataSchema
import MigrationSupport
import TestSupport
import Testing

@testable import IgataEvolution

/// Every conversion with every bound and every backfill: where nothing is reported, no row stops the version, and both
/// implementations say the same. (Section 2)
struct ConversionStopTests {
  private static let types = """
    enum E: String { case a, bcde }
    enum N: Int32 { case one = 1\n case two = 200 }
    type F = Fixed(scale: 10_000)
    type G = Fixed(scale: 100)

    """

  private static let olds = [
    "Bool", "Int16", "Int32", "Int64", "Float", "Double", "Decimal", "Decimal(6, 2)", "F", "G", "String",
    "String @length(2...4)", "UUID", "URL", "Date", "E", "N", "[Int64]", "[String]", "Int64 @range(0...9)",
  ]

  private static let numbers = ["Int16", "Int64", "Float", "Double", "Decimal", "Decimal(4, 1)", "F", "G"]

  private static let news =
    numbers.flatMap { ["\($0)", "\($0) @range(0...9)", "\($0) @range(0.5..<9.5)"] }
    + ["String", "String @length(...3)", "String @length(...36)", "String @length(3...)", "UUID", "URL", "URL @length(...9)"]
    + ["Date", "E", "N", "[Int64]", "[Int64] @length(2...)", "[Int64] @length(...3)", "[String] @length(1...)", "[UUID]"]

  /// The backfills that a type can have; "" for none.
  private static func backfills(of type: String) -> [String] {
    if numbers.contains(where: type.hasPrefix) { return ["", "rounded", "truncated", "clamped", "0"] }
    if type.hasPrefix("String") { return ["", "truncated", "\"abc\""] }
    return type.hasPrefix("[") ? ["", "[]"] : [""]
  }

  /// The fields that nothing is reported for, old and new, by the model that has them.
  private static let safe: [(old: [String], new: [String])] = olds.flatMap { old in
    [fields(of: old, isUnique: false), fields(of: old, isUnique: true)]
  }

  private static func fields(of old: String, isUnique: Bool) -> (old: [String], new: [String]) {
    let isFew = ["Bool", "E", "N", "[Int64]", "[String]", "Int64 @range(0...9)"].contains(old)
    guard !isUnique || !isFew else { return ([], []) }
    var (olds, news): ([String], [String]) = ([], [])
    let unique = isUnique ? " @unique" : ""
    for new in Self.news {
      for backfill in backfills(of: new) {
        if isUnique, backfill != "" || new.contains("[") || new.contains("@") { continue }
        olds.append("f\(olds.count): \(old)\(unique)")
        news.append("f\(news.count): \(new)\(unique)\(backfill.isEmpty ? "" : " @backfill(\(backfill))")")
      }
    }
    // What the schema itself refuses is left out first.
    for _ in 0..<2 {
      let (before, after) = (schema([(olds, news)], \.old), schema([(olds, news)], \.new))
      let step = Step(before, after)
      let start = types.split(separator: "\n", omittingEmptySubsequences: false).count + 2
      let lines = step.errors.matches(of: /new:(\d+):/).compactMap { Int($0.1) }
      let bytes = Array(after.utf8)
      let others = step.evolution.diagnostics.map { bytes[..<$0.range.start].count { $0 == UInt8(ascii: "\n") } + 1 }
      let bad = Set((lines + (step.errors.isEmpty ? others : [])).map { $0 - start })
      olds = olds.indices.filter { !bad.contains($0) }.map { olds[$0] }
      news = news.indices.filter { !bad.contains($0) }.map { news[$0] }
    }
    return (olds, news)
  }

  private static func schema(
    _ models: [(old: [String], new: [String])], _ fields: KeyPath<(old: [String], new: [String]), [String]>
  ) -> String {
    types + models.enumerated().map { number, model in
      "model A\(number) {\n  id: Int64 @primaryKey\n\(model[keyPath: fields].joined(separator: "\n"))\n}"
    }.joined(separator: "\n")
  }

  @Test func manyAreTried() {
    #expect(Self.safe.reduce(0) { $0 + $1.new.count } > 400)
  }

  @Test func nothingStopsWithoutAWord() async throws {
    let (old, new) = (Self.schema(Self.safe, \.old), Self.schema(Self.safe, \.new))
    #expect(try await Versions(old, new).firstDifference(rows: 24) == nil)
  }

  #if PostgreSQL
  @Test(.enabled(if: ServerDatabase.isThere)) func nothingStopsWithoutAWordOnServers() async throws {
    let (old, new) = (Self.schema(Self.safe, \.old), Self.schema(Self.safe, \.new))
    let database = try ServerDatabase()
    let versions = try Versions(old, new, in: "postgresql")
    let found = try await versions.firstDifference(rows: 24, server: database.url)
    #expect(found == nil, "\(found ?? "")")
    withExtendedLifetime(database) {}
  }
  #endif
}
