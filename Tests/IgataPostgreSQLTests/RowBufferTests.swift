#if PostgreSQL
import Foundation
import Testing

@_spi(Backend) @testable import IgataPostgreSQL
@_spi(Backend) @testable import IgataRuntime
@testable import IgataTesting

/// The encoding of rows, which needs no server.
@Suite struct RowBufferTests {
  /// Models have the same encoding as their separate values, also if the buffer has to grow.
  @Test func wholeModelsAndSingleValues() throws {
    var generator = SeededGenerator(seed: 7)
    var models = Specimen.extremes + (0..<3000).map { _ in Specimen.random(using: &generator) }
    for index in models.indices where index % 7 == 0 {
      models[index].text = String(repeating: "é", count: Int.random(in: 0...400, using: &generator))
      models[index].note = String(repeating: "n", count: Int.random(in: 0...40_000, using: &generator) / (index + 1))
    }
    let table = Specimen.table
    let whole = RowBuffer(table, keys: nil)
    try whole.fill(table) { Specimen.write(models, to: &$0) }
    #expect(whole.count == models.count)
    let rows = ValueRowSink(columnCount: table.columns.count)
    rows.write { Specimen.write(models, to: &$0) }
    let single = RowBuffer(table, keys: nil)
    try single.fill(table) { writer in
      for row in rows.rows {
        for (column, value) in row.enumerated() { writer.rawValue(column, value) }
        _ = writer.finishRow()
      }
    }
    #expect(bytes(whole) == bytes(single))
    let types = table.columns.map(\.type)
    for index in models.indices { #expect(whole.values(of: index, types) == rows.rows[index]) }
  }

  /// A part ends after a row, and the next one continues with the next model. Bytes that are kept are the beginning of
  /// the next part.
  @Test func parts() throws {
    var generator = SeededGenerator(seed: 11)
    var models = (0..<20_000).map { _ in Specimen.random(using: &generator) }
    let table = Specimen.table
    let whole = RowBuffer(table, keys: nil)
    try whole.fill(table) { Specimen.write(models, to: &$0) }
    let part = RowBuffer(table, keys: nil, inParts: true)
    var (joined, count, partCount): ([UInt8], Int, Int) = ([], 0, 0)
    var sent = 0
    repeat {
      part.removeRows(before: sent)
      try part.fill(table, from: count) {
        Specimen.write(&models, from: $0.firstRow, to: &$0, origin: ModelOrigin())
      }
      sent = part.isFull ? part.size - partCount % 300 : part.size
      joined += bytes(part).prefix(sent)
      count += part.count
      partCount += 1
    } while part.isFull
    #expect(count == models.count && partCount > 2)
    // A failure should not print megabytes.
    let isSame = joined == bytes(whole)
    #expect(isSame)
  }

  /// A value that can't be stored is refused with the name of its field, and the rows before it are not sent.
  @Test func refusals() {
    func error(_ change: (inout Specimen) -> Void) -> StoreError? {
      var models = [Specimen(), Specimen()]
      change(&models[1])
      let buffer = RowBuffer(Specimen.table, keys: nil)
      do throws(StoreError) {
        try buffer.fill(Specimen.table) { Specimen.write(models, to: &$0) }
        return nil
      } catch {
        return error
      }
    }
    let cases: [(String, (inout Specimen) -> Void)] = [
      ("text", { $0.text = "a\0" }), ("note", { $0.note = String(repeating: "long ", count: 60) + "\0" }),
      ("double", { $0.double = .nan }), ("maybeDouble", { $0.maybeDouble = .nan }), ("single", { $0.single = .nan }),
      ("at", { $0.at = .init(timeIntervalSinceReferenceDate: 1e300) }),
      ("at", { $0.at = Date(microsecondsSince1970: .min / 2) }), ("exact", { $0.exact = .nan }),
    ]
    for (field, change) in cases {
      guard case .unstorable(_, let found, _) = error(change) else {
        Issue.record("\(field) is taken")
        continue
      }
      #expect(found == field)
    }
    #expect(error { $0.text = String(repeating: "x", count: 1_000_000) } == nil)
  }

  private func bytes(_ buffer: RowBuffer) -> [UInt8] {
    buffer.withBytes(0..<buffer.size) { start, count in
      Array(UnsafeRawBufferPointer(start: start, count: count))
    }
  }
}
#endif
