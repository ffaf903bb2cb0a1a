internal import Foundation

/// How a stored property is made of columns and written to them, where its type has to say itself.
enum PropertyCoding: Sendable {
  /// A type that fills one column.
  case value(any Storable.Type)
  /// A key of several columns.
  case key(any PersistableKey.Type)
  case structure(any PersistableStruct.Type)
  case optionalStructure(any OptionalStructure.Type, presence: Int)
  case relation(any HeldRelation.Type, number: Int)
  /// No column: what tells a model that was never saved from others like it.
  case draft

  /// Makes the property in `place` of the columns from `column` on.
  func read(_ row: inout RowReader, at column: Int, owner: TableDescription, to place: Place) {
    switch self {
    case .value(let type): type.read(&row, at: column, to: place)
    case .key(let type): type.readKey(&row, at: column, to: place)
    case .structure(let type): type.read(&row, at: column, to: place)
    case .optionalStructure(let type, let presence): type.read(&row, at: column, presence: presence, to: place)
    case .relation(let type, let number):
      type.read(&row, RelationPlace(number: number, column: column), owner: owner, to: place)
    case .draft: place.assumingMemoryBound(to: UUID.self).initialize(to: UUID())
    }
  }

  /// Writes the property's columns, from `column` on.
  func write(_ place: Place, to row: inout RowWriter, at column: Int) {
    switch self {
    case .value(let type): type.write(place, to: &row, at: column)
    case .key(let type): type.writeKey(place, to: &row, at: column)
    case .structure(let type): type.write(place, to: &row, at: column)
    case .optionalStructure(let type, _): type.write(place, to: &row, at: column)
    case .relation(let type, _): type.write(place, to: &row, at: column)
    case .draft: break
    }
  }
}

extension Storable {
  fileprivate static func read(_ row: inout RowReader, at column: Int, to place: Place) {
    place.assumingMemoryBound(to: Self.self).initialize(to: Self(_row: &row, at: column))
  }

  fileprivate static func write(_ place: Place, to row: inout RowWriter, at column: Int) {
    place.assumingMemoryBound(to: Self.self).pointee._encode(into: &row, at: column)
  }
}

extension PersistableKey {
  fileprivate static func readKey(_ row: inout RowReader, at column: Int, to place: Place) {
    place.assumingMemoryBound(to: Self.self).initialize(to: Self(_keyRow: &row, at: column))
  }

  fileprivate static func writeKey(_ place: Place, to row: inout RowWriter, at column: Int) {
    place.assumingMemoryBound(to: Self.self).pointee._encodeKey(into: &row, at: column)
  }
}

extension PersistableStruct {
  fileprivate static func read(_ row: inout RowReader, at column: Int, to place: Place) {
    place.assumingMemoryBound(to: Self.self).initialize(to: Self(_row: &row, at: column))
  }

  fileprivate static func write(_ place: Place, to row: inout RowWriter, at column: Int) {
    place.assumingMemoryBound(to: Self.self).pointee._encode(into: &row, at: column)
  }
}

/// An optional struct of a schema.
protocol OptionalStructure: SendableMetatype {
  static var structure: any PersistableStruct.Type { get }
  static var columnCount: Int { get }
  static func read(_ row: inout RowReader, at column: Int, presence: Int, to place: Place)
  static func write(_ place: Place, to row: inout RowWriter, at column: Int)
}

extension Optional: OptionalStructure where Wrapped: PersistableStruct {
  static var structure: any PersistableStruct.Type { Wrapped.self }

  static var columnCount: Int { Wrapped._columnCount }

  static func read(_ row: inout RowReader, at column: Int, presence: Int, to place: Place) {
    place.assumingMemoryBound(to: Self.self).initialize(to: row.embedded(column, presence: presence))
  }

  static func write(_ place: Place, to row: inout RowWriter, at column: Int) {
    row.embedded(column, place.assumingMemoryBound(to: Self.self).pointee)
  }
}
