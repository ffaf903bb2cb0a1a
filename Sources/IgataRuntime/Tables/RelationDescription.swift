public import IgataTables

/// A relation of a model.
@_spi(Backend) public struct RelationDescription: Sendable {
  /// The relation as the table has it.
  public var relation: TableRelation
  /// The model at the other end; `nil` if only its table is known. It is a closure because models may relate to each
  /// other in a cycle.
  let model: (@Sendable () -> any TableModel.Type)?
  /// The table at the other end.
  public var targetTable: @Sendable () -> TableDescription

  /// A relation of the field `name`.
  public init(_ name: String, _ kind: TableRelation.Kind, _ model: @escaping @Sendable () -> any TableModel.Type) {
    self.init(TableRelation(name, kind), model)
  }

  /// A relation of a table.
  public init(_ relation: TableRelation, _ model: @escaping @Sendable () -> any TableModel.Type) {
    self.relation = relation
    self.model = model
    targetTable = { model().table }
  }

  /// A relation between tables without models in this program, for code that copies rows with a
  /// backend's own sessions. A ``Store`` can't load its target.
  ///
  /// - Parameter table: The table at the other end. It is a closure because tables may relate to each other in a cycle.
  public init(_ relation: TableRelation, table: @escaping @Sendable () -> TableDescription) {
    self.relation = relation
    model = nil
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

  /// Whether the database has no foreign key for it.
  public var isUnconstrained: Bool { deleteRule == .unconstrained }

  /// Whether the related model belongs to its owner.
  var isWrapper: Bool { if case .wrapper = kind { true } else { false } }

  /// Whether a model stores the related models.
  var isHeld: Bool {
    switch kind {
    case .required, .optional, .wrapper, .ordered: true
    case .inverse: false
    }
  }

  /// Whether it is an ordered list.
  var isList: Bool { if case .ordered = kind { true } else { false } }

  /// Whether the row that it refers to may not be there, so that the relation has no target.
  var mayLackTarget: Bool {
    if case .optional(_, .unconstrained) = kind { true } else { false }
  }

  /// Whether the relation is loaded with its owner.
  var isLoadedWithOwner: Bool {
    switch kind {
    case .required, .wrapper, .ordered: true
    case .optional, .inverse: false
    }
  }
}
