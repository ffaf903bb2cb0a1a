public import IgataTables

/// A relation of a model.
@_spi(Backend) public struct RelationDescription: Sendable {
  /// The field's name.
  public var name: String
  /// The kind of relation, and where it is stored.
  public var kind: TableRelation.Kind
  /// The columns of the target that the foreign key refers to, if the relation has no columns of its own; `nil` if it
  /// stores the target's primary key.
  public var references: [Int]?
  /// The model at the other end. It is a closure because models may relate to each other in a cycle.
  public var target: @Sendable () -> any PersistableModel.Type
  /// The table at the other end.
  public var targetTable: @Sendable () -> TableDescription

  /// A relation of the field `name`.
  public init(
    _ name: String, _ kind: TableRelation.Kind, references: [Int]? = nil,
    _ target: @escaping @Sendable () -> any PersistableModel.Type
  ) {
    self.name = name
    self.kind = kind
    self.references = references
    self.target = target
    targetTable = { target().table }
  }

  /// A relation of the field `name` between tables without models in this program, for code that copies rows with a
  /// backend's own sessions. A ``Store`` can't load its target.
  ///
  /// - Parameter table: The table at the other end. It is a closure because tables may relate to each other in a cycle.
  public init(
    _ name: String, _ kind: TableRelation.Kind, references: [Int]? = nil,
    table: @escaping @Sendable () -> TableDescription
  ) {
    self.name = name
    self.kind = kind
    self.references = references
    target = { OpaqueModel.self }
    targetTable = table
  }

  /// The name of the field for the key: `ownerID`.
  public var keyName: String { name + "ID" }

  /// The foreign key's columns; empty if the relation has none here.
  public var columns: [Int] { kind.columns }

  /// The columns that belong to the relation alone: those of the foreign key, unless the relation is linked.
  public var ownColumns: [Int] { isLinked ? [] : columns }

  /// Whether the columns of the foreign key are those of other fields, which determine the target.
  public var isLinked: Bool { references != nil }

  /// The columns of the target that the foreign key refers to.
  public var referencedColumns: [Int] {
    TableRelation(name, kind, references: references).referencedColumns(of: targetTable().table)
  }

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
