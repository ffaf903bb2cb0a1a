internal import Foundation

extension PersistableModel {
  /// Whether a store could not tell them apart: their columns are equal, texts by their bytes, and so is what they
  /// relate to. An optional relation is its key alone; elsewhere a model that is loaded equals none that is not.
  ///
  /// Written once over the coding of columns, as ten comparisons in each model take a compiler longer than all of its
  /// other code.
  public static func == (left: Self, right: Self) -> Bool {
    ColumnComparison.areEqual(left, right) && (table.relations.isEmpty || RelationComparison.areEqual(left, right))
  }
}

/// Holds the columns of one model against those of another, byte for byte: the first is written down, the second is
/// read along with it.
struct ColumnComparison {
  /// What was written: for each column a byte that tells null from a value, then the bytes of the value.
  private var bytes: [UInt8] = []
  /// What has no bytes of its own.
  private var values: [StoredValue] = []
  /// How much of both has been read along.
  private var place = 0
  private var valuePlace = 0
  private var isFirst = true
  private var isEqual = true

  static func areEqual<Model: PersistableModel>(_ left: Model, _ right: Model) -> Bool {
    var comparison = ColumnComparison()
    comparison.bytes.reserveCapacity(192)
    withUnsafeMutablePointer(to: &comparison) { comparison in
      var writer = RowWriter(sink: UnsafeMutableRawPointer(comparison), writing: writing)
      left.write(to: &writer)
      comparison.pointee.isFirst = false
      right.write(to: &writer)
    }
    return comparison.isEqual
  }

  private mutating func put(_ part: UnsafeRawBufferPointer) {
    if isFirst { return bytes.append(contentsOf: part) }
    guard isEqual, let start = part.baseAddress else { return }
    isEqual =
      part.count <= bytes.count - place
      && bytes.withUnsafeBytes { $0.baseAddress.map { memcmp($0 + place, start, part.count) == 0 } ?? false }
    place += part.count
  }

  private mutating func put<Value: BitwiseCopyable>(_ value: Value) { withUnsafeBytes(of: value) { put($0) } }

  private mutating func put(_ value: StoredValue) {
    if isFirst { return values.append(value) }
    isEqual = isEqual && values.indices.contains(valuePlace) && values[valuePlace] == value
    valuePlace += 1
  }

  private mutating func put(_ value: Double) {
    if value.isNaN { isEqual = false }
    put(value == 0 ? 0 : value.bitPattern)
  }

  // MARK: As a sink

  private typealias Pointer = UnsafeMutablePointer<ColumnComparison>

  private static func at(_ sink: UnsafeMutableRawPointer) -> Pointer { sink.assumingMemoryBound(to: Self.self) }

  /// The comparison behind `sink`, which has been told that its next column is not null.
  private static func atValue(_ sink: UnsafeMutableRawPointer) -> Pointer {
    at(sink).pointee.put(true)
    return at(sink)
  }

  /// `nonisolated(unsafe)`: what it points to is written once, here, and never changes or goes.
  nonisolated(unsafe) private static let writing: UnsafePointer<RowWriting> = {
    let writing = UnsafeMutablePointer<RowWriting>.allocate(capacity: 1)
    writing.initialize(to: makeWriting())
    return UnsafePointer(writing)
  }()

  private static func makeWriting() -> RowWriting {
    RowWriting(
      null: { sink, _ in ColumnComparison.at(sink).pointee.put(false) },
      bool: { sink, _, value in ColumnComparison.atValue(sink).pointee.put(value) },
      integer: { sink, _, value in ColumnComparison.atValue(sink).pointee.put(value) },
      real: { sink, _, value in ColumnComparison.atValue(sink).pointee.put(value) },
      text: { sink, _, start, count in
        ColumnComparison.atValue(sink).pointee.put(count)
        ColumnComparison.at(sink).pointee.put(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
      },
      uuid: { sink, _, value in
        ColumnComparison.atValue(sink).pointee.put(UnsafeRawBufferPointer(start: value, count: MemoryLayout<UUID>.size))
      },
      date: { sink, _, value in ColumnComparison.atValue(sink).pointee.put(value) },
      value: { sink, _, value in
        ColumnComparison.atValue(sink).pointee.put(value.assumingMemoryBound(to: StoredValue.self).pointee)
      },
      finish: { _, _ in 1 })
  }
}
