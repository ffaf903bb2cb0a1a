/// The source of the models that a row relates to: the current load, or a nested dictionary.
///
/// It is a class with generic methods to override, as a reader requests models of types that are only known to the
/// generated code. This base class has no models, so that every relation only has its key.
open class RelationSource {
  /// A source without models.
  public init() {}

  /// The reference for a required relation, or for an optional one whose key is not null.
  open func reference<Target>(
    to type: Target.Type, relation: Int, row: inout RowReader, column: Int
  ) -> Reference<Target> {
    Reference(key: Target.PrimaryKey(row: &row, at: column))
  }

  /// The reference for an optional relation.
  open func optionalReference<Target>(
    to type: Target.Type, relation: Int, row: inout RowReader, column: Int
  ) -> Reference<Target>? {
    row.isNull(column) ? nil : reference(to: type, relation: relation, row: &row, column: column)
  }

  /// The wrapper whose key is in the row.
  open func wrapper<Target>(
    to type: Target.Type, relation: Int, row: inout RowReader, column: Int
  ) -> OwnedReference<Target> {
    OwnedReference(box: optionalReference(to: type, relation: relation, row: &row, column: column)?.box)
  }

  /// The relation whose columns are those of other fields.
  open func linked<Target>(to type: Target.Type, relation: Int, row: inout RowReader) -> LinkedReference<Target> {
    LinkedReference()
  }

  /// The list for an ordered relation of the row's owner.
  open func list<Target>(
    of type: Target.Type, relation: Int, row: inout RowReader
  ) -> ReferenceList<Target> {
    ReferenceList([])
  }
}

extension RowReader {
  /// A required to-one relation, whose key begins at `column`.
  public mutating func reference<Target>(
    _ column: Int, relation: Int, to type: Target.Type = Target.self
  ) -> Reference<Target> {
    guard let relations else { return Reference(key: Target.PrimaryKey(row: &self, at: column)) }
    return relations.reference(to: type, relation: relation, row: &self, column: column)
  }

  /// An optional to-one relation, whose key begins at `column`.
  public mutating func optionalReference<Target>(
    _ column: Int, relation: Int, to type: Target.Type = Target.self
  ) -> Reference<Target>? {
    guard let relations else { return isNull(column) ? nil : Reference(key: Target.PrimaryKey(row: &self, at: column)) }
    return relations.optionalReference(to: type, relation: relation, row: &self, column: column)
  }

  /// A wrapper, whose key begins at `column`.
  public mutating func wrapper<Target>(
    _ column: Int, relation: Int, to type: Target.Type = Target.self
  ) -> OwnedReference<Target> {
    guard let relations else {
      return OwnedReference(
        box: isNull(column) ? nil : ReferenceBox(key: Target.PrimaryKey(row: &self, at: column)))
    }
    return relations.wrapper(to: type, relation: relation, row: &self, column: column)
  }

  /// A to-one relation whose columns are those of other fields.
  public mutating func linked<Target>(relation: Int, to type: Target.Type = Target.self) -> LinkedReference<Target> {
    guard let relations else { return LinkedReference() }
    return relations.linked(to: type, relation: relation, row: &self)
  }

  /// An ordered to-many relation of the model.
  public mutating func list<Target>(
    relation: Int, of type: Target.Type = Target.self
  ) -> ReferenceList<Target> {
    guard let relations else { return ReferenceList([]) }
    return relations.list(of: type, relation: relation, row: &self)
  }
}

extension RowWriter {
  /// The key of a required relation.
  public mutating func reference<Target>(_ column: Int, _ reference: Reference<Target>) {
    reference.key.write(to: &self, at: column)
  }

  /// The key of an optional relation, or nulls.
  public mutating func reference<Target>(_ column: Int, _ reference: Reference<Target>?) {
    key(column, of: reference?.box)
  }

  /// The key of a wrapper, or nulls.
  public mutating func wrapper<Target>(_ column: Int, _ wrapper: OwnedReference<Target>) {
    key(column, of: wrapper.box)
  }

  private mutating func key<Target>(_ column: Int, of box: ReferenceBox<Target>?) {
    if let box { return box.key.write(to: &self, at: column) }
    for offset in 0..<Target.PrimaryKey._columnCount { null(column + offset) }
  }
}
