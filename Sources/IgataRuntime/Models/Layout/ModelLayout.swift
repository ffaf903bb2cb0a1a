/// Where the columns and relations of a model's table lie in the memory of a model: what reads and writes all models,
/// in place of code in each.
///
/// The stored properties of a model stand in the order of its table's columns, lists among them wherever they like.
@usableFromInline
final class ModelLayout: Sendable {
  /// The properties, in their order.
  private let places: [ColumnPlace]
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

  /// Writes the columns of the model at which `model` points.
  @inline(__always)
  func write(_ model: Place, to row: inout RowWriter) {
    for column in places {
      let place = model + Int(column.offset)
      if column.form == .other {
        codings[Int(column.coding)].write(place, to: &row, at: Int(column.column))
      } else {
        row.write(column, place)
      }
    }
  }

  /// Shows each of the model's relations.
  func showRelations(of model: Place, to visitor: any RelationVisitor) {
    for column in places where column.form == .other {
      guard case .relation(let type, let number) = codings[Int(column.coding)] else { continue }
      type.show(model + Int(column.offset), number, to: visitor)
    }
  }

  /// Takes the key that a store made.
  func assign(_ key: Int64, to model: Place) {
    guard let number = table.generatedKeyColumn, let column = places.first(where: { $0.column == number }) else {
      return
    }
    let place = model + Int(column.offset)
    if column.form == .int64 { return place.assumingMemoryBound(to: Int64.self).pointee = key }
    guard column.form == .other, case .value(let type) = codings[Int(column.coding)] else { return }
    if type == Int.self { place.assumingMemoryBound(to: Int.self).pointee = Int(clamping: key) }
    if type == Int32.self { place.assumingMemoryBound(to: Int32.self).pointee = Int32(clamping: key) }
    if type == Int16.self { place.assumingMemoryBound(to: Int16.self).pointee = Int16(clamping: key) }
  }
}
