/// A relation of a model.
@_spi(Backend) public struct RelationDescription: Sendable {
  /// What becomes of a row when the one that it refers to is deleted.
  public enum DeleteRule: String, Hashable, Sendable {
    case cascade, restrict, nullify, noAction
  }

  /// What a relation is, and where it is kept.
  public enum Kind: Sendable {
    /// `owner: Person`
    case required(columns: [Int], DeleteRule)
    /// `parent: Account?`
    case optional(columns: [Int], DeleteRule)
    /// `settings: Settings = Settings()`
    case wrapper(columns: [Int], DeleteRule)
    /// `tags: [Tag]`, kept in a table of its own.
    case ordered(JoinDescription)
    /// `entries: [Entry] @inverse(account)`: the index of the relation in the target that leads back.
    case inverse(relation: Int)
  }

  /// The field's name.
  public var name: String
  /// What the relation is, and where it is kept.
  public var kind: Kind
  /// The model at the other end. A closure, as models may relate to each other in a circle.
  public var target: @Sendable () -> any PersistableModel.Type
  /// The table at the other end.
  public var targetTable: @Sendable () -> TableDescription

  /// A relation of the field `name`.
  public init(_ name: String, _ kind: Kind, _ target: @escaping @Sendable () -> any PersistableModel.Type) {
    self.name = name
    self.kind = kind
    self.target = target
    targetTable = { target().table }
  }

  /// A relation of the field `name` between tables that no model of the program codes: what moves rows as they are, by
  /// a backend's own sessions. A ``Store`` can't load what it leads to.
  ///
  /// - Parameter table: The table at the other end. A closure, as tables may relate to each other in a circle.
  public init(_ name: String, _ kind: Kind, table: @escaping @Sendable () -> TableDescription) {
    self.name = name
    self.kind = kind
    target = { UncodedModel.self }
    targetTable = table
  }

  /// The name of the field that holds the key alone: `ownerID`.
  public var keyName: String { name + "ID" }

  /// The foreign key's columns; empty where the relation has none here.
  public var columns: [Int] {
    switch kind {
    case .required(let columns, _), .optional(let columns, _), .wrapper(let columns, _): columns
    case .ordered, .inverse: []
    }
  }

  /// The same relation, kept otherwise.
  func of(_ kind: Kind) -> RelationDescription {
    var relation = self
    relation.kind = kind
    return relation
  }

  /// Whether a model holds what it leads to.
  var isHeld: Bool {
    switch kind {
    case .required, .optional, .wrapper, .ordered: true
    case .inverse: false
    }
  }

  /// The delete rule; nothing where the relation has no foreign key here.
  public var deleteRule: DeleteRule? {
    switch kind {
    case .required(_, let rule), .optional(_, let rule), .wrapper(_, let rule): rule
    case .ordered, .inverse: nil
    }
  }
}

/// The table of an ordered many-to-many relation: the owner's key, a position from 0, the target's key.
@_spi(Backend) public struct JoinDescription: Hashable, Sendable {
  /// The table's name in SQL, not quoted.
  public var table: String
  /// The columns of the owner's key, in its order.
  public var ownerColumns: [String]
  /// The column of the position, which counts from 0.
  public var positionColumn: String
  /// The columns of the target's key, in its order.
  public var targetColumns: [String]
  /// The table's name before the field was renamed; `nil` if it was not.
  public var formerTable: String?

  /// The table of a relation that was not renamed, unless said otherwise.
  public init(
    _ table: String, owner: [String], position: String, target: [String], formerTable: String? = nil
  ) {
    self.table = table
    self.formerTable = formerTable
    self.ownerColumns = owner
    self.positionColumn = position
    self.targetColumns = target
  }
}
