internal import Foundation

/// Where the columns and relations of a model's table lie in the memory of a model: what reads and writes all models,
/// in place of code in each.
///
/// The stored properties of a model stand in the order of its table's columns, lists among them wherever they like.
@usableFromInline
final class ModelLayout: Sendable {
  /// The properties, in their order.
  @usableFromInline let places: [ColumnPlace]
  /// How those are coded whose types say it themselves.
  private let codings: [PropertyCoding]
  private let model: ObjectIdentifier
  private let table: TableDescription

  /// - Throws: ``UnfitModel`` where the properties of `model` are not those that `table` asks for.
  init(_ model: Any.Type, _ table: TableDescription) throws(UnfitModel) {
    self.model = ObjectIdentifier(model)
    self.table = table
    var search = LayoutSearch(table)
    try search.goOver(model)
    places = search.places
    codings = search.codings
  }

  @inline(__always)
  func isOf(_ model: Any.Type) -> Bool { self.model == ObjectIdentifier(model) }

  /// Makes a model, at whose memory `model` points, of the reader's current row.
  @usableFromInline
  func read(_ row: inout RowReader, to model: UnsafeMutableRawPointer) { readInline(&row, to: model) }

  @inline(__always)
  private func readInline(_ row: inout RowReader, to model: UnsafeMutableRawPointer) {
    for column in places {
      let place = model + Int(column.offset)
      if column.form == .other {
        codings[Int(column.coding)].read(&row, at: Int(column.column), owner: table, to: place)
      } else {
        row.read(column, to: place)
      }
    }
  }

  /// Makes models of the rows that are left, up to `count` of them, one `stride` behind the other. Returns how many.
  ///
  /// A loop that knows no model, so that it is compiled once.
  @usableFromInline
  func collect(_ row: inout RowReader, to first: UnsafeMutableRawPointer, _ count: Int, stride: Int) -> Int {
    var place = first
    for index in 0..<count {
      guard row.next() else { return index }
      readInline(&row, to: place)
      place += stride
    }
    return count
  }

  /// Writes the columns of the model at which `model` points, without ending the row.
  @inline(__always)
  func write(_ model: Place, to row: inout RowWriter) {
    var sink = row.called
    for column in places {
      let place = model + Int(column.offset)
      switch sink.write(column.form, column.column, place) {
      case .written: break
      case .unstorable: row.fail(column)
      case .other: writeOther(column, place, to: &row)
      }
    }
  }

  /// Writes the columns of a property whose type says itself how.
  @usableFromInline
  func writeOther(_ column: ColumnPlace, _ place: UnsafeMutableRawPointer, to row: inout RowWriter) {
    codings[Int(column.coding)].write(place, to: &row, at: Int(column.column))
  }

  /// Shows each of the model's relations.
  func showRelations(of model: Place, to visitor: any RelationVisitor) {
    for column in places where column.form == .other {
      guard case .relation(let type, let number) = codings[Int(column.coding)] else { continue }
      type.show(model + Int(column.offset), number, to: visitor)
    }
  }

  /// Takes the key that a store made.
  @usableFromInline
  func assign(_ key: Int64, to model: UnsafeMutableRawPointer) {
    guard let number = table.generatedKeyColumn, let column = places.first(where: { $0.column == number }) else {
      return
    }
    wholeNumber(column)?.put(key, in: model + Int(column.offset))
  }

  /// Sets the dates of the last change to `now`, and counts the version on.
  func stamp(_ model: Place, now: Date) throws(StoreError) {
    for column in places {
      let number = Int(column.column)
      let place = model + Int(column.offset)
      if number == table.versionColumn { try countOn(column, place) }
      guard table.updatedColumns.contains(number) else { continue }
      if column.form == .date { place.assumingMemoryBound(to: Date.self).pointee = now }
      if column.form == .optionalDate { place.assumingMemoryBound(to: Date?.self).pointee = now }
    }
  }

  private func countOn(_ column: ColumnPlace, _ place: Place) throws(StoreError) {
    if wholeNumber(column)?.countOn(place) == false {
      throw .overflow(expression: "\(table.model).\(table.field(at: Int(column.column)))")
    }
  }

  private func wholeNumber(_ column: ColumnPlace) -> (any FixedWidthInteger.Type)? {
    if column.form == .int64 { return Int64.self }
    guard column.form == .other, case .value(let type) = codings[Int(column.coding)] else { return nil }
    return type as? any FixedWidthInteger.Type
  }
}

extension FixedWidthInteger {
  /// Adds one to the number in `place`. Returns whether there is such a number.
  fileprivate static func countOn(_ place: Place) -> Bool {
    let place = place.assumingMemoryBound(to: Self.self)
    let (next, isOverflow) = place.pointee.addingReportingOverflow(1)
    if !isOverflow { place.pointee = next }
    return !isOverflow
  }

  /// Puts the number, or the nearest that there is, in `place`.
  fileprivate static func put(_ number: Int64, in place: Place) {
    place.assumingMemoryBound(to: Self.self).pointee = Self(clamping: number)
  }
}
