import IgataDiagnostics
import IgataSchema
import MigrationSupport
import TestSupport
import Testing

@testable import IgataEvolution

/// Every conversion with every bound and every backfill, in each location of a value: where nothing is reported, no row
/// stops the version, and both implementations say the same. (Section 2)
struct ConversionStopTests {
  private static let types = """
    enum E: String { case a, bcde }
    enum N: Int32 { case one = 1\n case two = 200 }
    type F = Fixed(scale: 10_000)
    type G = Fixed(scale: 100)
    type Short = String @length(...3)
    type Few = Int64 @range(0...9)

    """

  private static let olds = [
    "Bool", "Int16", "Int32", "Int64", "Float", "Double", "Decimal", "Decimal(6, 2)", "F", "G", "String",
    "String @length(2...4)", "UUID", "URL", "Date", "E", "N", "[Int64]", "[String]", "[Float]", "Int64 @range(0...9)",
    "Short",
  ]

  private static let numbers = ["Int16", "Int64", "Float", "Double", "Decimal", "Decimal(4, 1)", "F", "G"]

  private static let news =
    numbers.flatMap { ["\($0)", "\($0) @range(0...9)", "\($0) @range(0.5..<9.5)"] }
    + ["Float", "Double"].map { "\($0) @range(0.1...0.7)" }
    + ["String", "String @length(...3)", "String @length(...36)", "String @length(3...)", "UUID", "URL", "URL @length(...9)"]
    + ["Date", "E", "N", "[Int64]", "[Int64] @length(2...)", "[Int64] @length(...3)", "[String] @length(1...)", "[UUID]"]
    + ["[Float]", "Short", "Few"]

  /// The backfills that a type can have; "" for none.
  private static func backfills(of type: String) -> [String] {
    if type.contains("0.1") { return ["", "clamped", "0.5"] }
    if numbers.contains(where: type.hasPrefix) { return ["", "rounded", "truncated", "clamped", "0"] }
    if type.hasPrefix("String") { return ["", "truncated", "\"abc\""] }
    return type.hasPrefix("[") ? ["", "[]"] : [""]
  }

  // MARK: Schemas

  /// What has the values.
  private enum Location: CaseIterable {
    case field, unique
    /// An optional field of an optional struct.
    case structure
    /// The key of a model, to which another one refers.
    case key

    var olds: [String] {
      switch self {
      case .field: ConversionStopTests.olds
      case .unique: ConversionStopTests.olds.filter { !["Bool", "E", "N", "Int64 @range(0...9)", "[Float]"].contains($0) }
      case .structure: ["Int32", "Float", "Double", "Decimal", "F", "String", "E", "[Float]"]
      case .key: ["Int16", "Int64", "String", "UUID", "G"]
      }
    }

    func hasField(_ new: String, _ backfill: String) -> Bool {
      switch self {
      case .field: true
      case .unique: backfill == "" && new != "[Float]" && !new.contains("@")
      case .structure: !new.contains("0...9")
      case .key: backfill == "" && ["Int32", "Int64", "String", "UUID", "Decimal", "F"].contains(new)
      }
    }

    /// A line of a schema.
    func line(_ type: String, _ backfill: String, _ name: String) -> String {
      let backfill = backfill.isEmpty ? "" : " @backfill(\(backfill))"
      switch self {
      case .field: return "\(name): \(type)\(backfill)"
      case .unique: return "\(name): \(type) @unique\(backfill)"
      case .structure:
        let parts = type.split(separator: " @", maxSplits: 1)
        let mark = parts[0].hasPrefix("[") ? "" : "?"
        return "\(name): \(parts[0])\(mark)\(parts.count > 1 ? " @\(parts[1])" : "")\(backfill)"
      case .key:
        let name = name.uppercased()
        return "model \(name) { f: \(type) @primaryKey } model R\(name) { k: \(name) @primaryKey }"
      }
    }

    /// Lines with two before them.
    func text(_ lines: [String], _ number: Int) -> String {
      let lines = lines.joined(separator: "\n")
      return switch self {
      case .field, .unique: "model A\(number) {\n  id: Int64 @primaryKey\n\(lines)\n}"
      case .structure: "struct S\(number) {\n  z: Int64\n\(lines)\n}\nmodel A\(number) {\n  id: Int64 @primaryKey\n  s: S\(number)?\n}"
      case .key: "//\n//\n\(lines)\n//"
      }
    }
  }

  /// The lines of two schemas.
  private struct Lines {
    let location: Location
    var old: [String] = []
    var new: [String] = []

    /// The values of a type in each other type, as far as nothing is reported for them.
    init(_ location: Location, _ old: String, _ number: Int) {
      self.location = location
      for new in news {
        for backfill in backfills(of: new) where location.hasField(new, backfill) {
          let name = "f\(number)x\(self.old.count)"
          self.old.append(location.line(old, "", name))
          self.new.append(location.line(new, backfill, name))
        }
      }
      // What the schema itself refuses is left out first.
      for _ in 0..<2 { removeReported() }
    }

    private mutating func removeReported() {
      let after = schema([self], \.new)
      let step = Step(schema([self], \.old), after)
      let start = types.split(separator: "\n", omittingEmptySubsequences: false).count + 2
      let lines = step.errors.matches(of: /new:(\d+):/).compactMap { Int($0.1) }
      let bytes = Array(after.utf8)
      let others = step.evolution.diagnostics.map { bytes[..<$0.range.start].count { $0 == UInt8(ascii: "\n") } + 1 }
      let bad = Set((lines + (step.errors.isEmpty ? others : [])).map { $0 - start })
      old = old.indices.filter { !bad.contains($0) }.map { old[$0] }
      new = new.indices.filter { !bad.contains($0) }.map { new[$0] }
    }
  }

  private static let safe: [Lines] = Location.allCases.flatMap { location in
    location.olds.enumerated().map { Lines(location, $1, $0) }
  }

  private static func schema(_ all: [Lines], _ side: KeyPath<Lines, [String]>) -> String {
    types + all.enumerated().map { $1.location.text($1[keyPath: side], $0) }.joined(separator: "\n")
  }

  // MARK: Tests

  @Test func manyAreTried() {
    let counts = Location.allCases.map { location in
      Self.safe.reduce(0) { $0 + ($1.location == location ? $1.new.count : 0) }
    }
    #expect(zip(counts, [500, 30, 60, 8]).allSatisfy { $0 >= $1 }, "\(counts)")
  }

  @Test func nothingStopsWithoutAWord() async throws {
    let (old, new) = (Self.schema(Self.safe, \.old), Self.schema(Self.safe, \.new))
    let found = try await Versions(old, new).firstDifference(rows: 24)
    #expect(found == nil, "\(found ?? "")")
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
