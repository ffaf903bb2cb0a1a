/// What a model keeps of a relation: a ``Reference``, an optional one, or a ``ReferenceList``.
protocol HeldRelation: SendableMetatype {
  /// How many columns it takes: those of a foreign key, or none.
  static var columnCount: Int { get }
  /// Makes it in `place` from the columns from `column` on.
  static func read(_ row: inout RowReader, _ relation: RelationPlace, owner: TableDescription, to place: Place)
  /// Writes its columns.
  static func write(_ place: Place, to row: inout RowWriter, at column: Int)
  /// Shows it to the visitor.
  static func show(_ place: Place, _ relation: Int, to visitor: any RelationVisitor)
}

/// The memory of one property.
typealias Place = UnsafeMutableRawPointer

extension Place {
  /// Makes what is kept of a relation, which is its box and nothing else. To say so by its own type would look up that
  /// type's metadata for each row.
  fileprivate func initialize(to box: AnyObject?) { assumingMemoryBound(to: AnyObject?.self).initialize(to: box) }
}

/// Where a relation is found: its number in the table, and its first column.
struct RelationPlace {
  var number: Int
  var column: Int
}

extension Reference: HeldRelation {
  static var columnCount: Int { Target.PrimaryKey._columnCount }

  static func read(_ row: inout RowReader, _ relation: RelationPlace, owner: TableDescription, to place: Place) {
    place.initialize(to: row.reference(relation.column, relation: relation.number, to: Target.self).box)
  }

  static func write(_ place: Place, to row: inout RowWriter, at column: Int) {
    row.reference(column, place.assumingMemoryBound(to: Self.self).pointee)
  }

  static func show(_ place: Place, _ relation: Int, to visitor: any RelationVisitor) {
    visitor.visit(&place.assumingMemoryBound(to: Self.self).pointee, relation: relation)
  }
}

/// A ``Reference``, of which there may be none.
protocol OptionalRelation {
  static var columnCount: Int { get }
  static func readOptional(_ row: inout RowReader, _ relation: RelationPlace, to place: Place)
  static func writeOptional(_ place: Place, to row: inout RowWriter, at column: Int)
  static func showOptional(_ place: Place, _ relation: Int, to visitor: any RelationVisitor)
}

extension Reference: OptionalRelation {
  static func readOptional(_ row: inout RowReader, _ relation: RelationPlace, to place: Place) {
    place.initialize(to: row.optionalReference(relation.column, relation: relation.number, to: Target.self)?.box)
  }

  static func writeOptional(_ place: Place, to row: inout RowWriter, at column: Int) {
    row.reference(column, place.assumingMemoryBound(to: Self?.self).pointee)
  }

  static func showOptional(_ place: Place, _ relation: Int, to visitor: any RelationVisitor) {
    visitor.visit(&place.assumingMemoryBound(to: Self?.self).pointee, relation: relation)
  }
}

extension Optional: HeldRelation where Wrapped: OptionalRelation {
  static var columnCount: Int { Wrapped.columnCount }

  static func read(_ row: inout RowReader, _ relation: RelationPlace, owner: TableDescription, to place: Place) {
    Wrapped.readOptional(&row, relation, to: place)
  }

  static func write(_ place: Place, to row: inout RowWriter, at column: Int) {
    Wrapped.writeOptional(place, to: &row, at: column)
  }

  static func show(_ place: Place, _ relation: Int, to visitor: any RelationVisitor) {
    Wrapped.showOptional(place, relation, to: visitor)
  }
}

extension ReferenceList: HeldRelation {
  static var columnCount: Int { 0 }

  static func read(_ row: inout RowReader, _ relation: RelationPlace, owner: TableDescription, to place: Place) {
    place.initialize(to: row.list(relation: relation.number, owner: owner, of: Target.self).box)
  }

  static func write(_ place: Place, to row: inout RowWriter, at column: Int) {}

  static func show(_ place: Place, _ relation: Int, to visitor: any RelationVisitor) {
    visitor.visit(&place.assumingMemoryBound(to: Self.self).pointee, relation: relation)
  }
}
