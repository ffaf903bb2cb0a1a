public import IgataTables

/// A relation of a model.
@_spi(Backend) public struct RelationDescription: Sendable {
  /// The relation as the table has it.
  public var relation: TableRelation
  /// The model at the other end. It is a closure because models may relate to each other in a cycle.
  public var target: @Sendable () -> any PersistableModel.Type
  /// The table at the other end.
  public var targetTable: @Sendable () -> TableDescription

  /// A relation of the field `name`.
  public init(_ name: String, _ kind: TableRelation.Kind, _ target: @escaping @Sendable () -> any PersistableModel.Type)
  {
    self.init(TableRelation(name, kind), target)
  }

  /// A relation of a table.
  public init(_ relation: TableRelation, _ target: @escaping @Sendable () -> any PersistableModel.Type) {
    self.relation = relation
    self.target = target
    targetTable = { target().table }
  }

  /// A relation between tables without models in this program, for code that copies rows with a
  /// backend's own sessions. A ``Store`` can't load its target.
  ///
  /// - Parameter table: The table at the other end. It is a closure because tables may relate to each other in a cycle.
  public init(_ relation: TableRelation, table: @escaping @Sendable () -> TableDescription) {
    self.relation = relation
    target = { OpaqueModel.self }
    targetTable = table
  }

  /// The field's name.
  public var name: String { relation.name }

  /// The kind of relation, and where it is stored.
  public var kind: TableRelation.Kind { relation.kind }

  /// The name of the field for the key: `ownerID`.
  public var keyName: String { name + "ID" }

  /// The foreign key's columns; empty if the relation has none here.
  public var columns: [Int] { kind.columns }

  /// The columns that belong to the relation alone: those of the foreign key, unless the relation is linked.
  public var ownColumns: [Int] { isLinked ? [] : columns }

  /// Whether the columns of the foreign key are those of other fields, which determine the target.
  public var isLinked: Bool { relation.references != nil }

  /// The columns of the target that the foreign key refers to.
  public var referencedColumns: [Int] { relation.referencedColumns(of: targetTable().table) }

  /// The delete rule; `nil` if the relation has no foreign key here.
  public var deleteRule: DeleteRule? { kind.deleteRule }

  /// Whether the related model belongs to its owner.
  var isWrapper: Bool { if case .wrapper = kind { true } else { false } }

  /// Whether a model stores the related models.
  var isHeld: Bool {
    switch kind {
    case .required, .optional, .wrapper, .ordered: true
    case .inverse: false
    }
  }
}
