/// A relation of a model, as it is stored.
public struct TableRelation: Hashable, Sendable {
  /// The kind of a relation, and where it is stored.
  public enum Kind: Hashable, Sendable {
    /// `owner: Person`
    case required(columns: [Int], DeleteRule)
    /// `parent: Account?`
    case optional(columns: [Int], DeleteRule)
    /// `settings: Settings = Settings()`
    case wrapper(columns: [Int], DeleteRule)
    /// `tags: [Tag]`, stored in a table of its own. Ordered, unless its table has no position.
    case ordered(JoinDescription)
    /// `entries: [Entry] @inverse(account)`: the index of the relation in the target that leads back.
    case inverse(relation: Int)

    /// The foreign key's columns; empty if the relation has none here.
    public var columns: [Int] {
      switch self {
      case .required(let columns, _), .optional(let columns, _), .wrapper(let columns, _): columns
      case .ordered, .inverse: []
      }
    }

    /// Whether the relation is stored in its target.
    public var isInverse: Bool { if case .inverse = self { true } else { false } }

    /// The delete rule; `nil` if the relation has no foreign key here.
    public var deleteRule: DeleteRule? {
      switch self {
      case .required(_, let rule), .optional(_, let rule), .wrapper(_, let rule): rule
      case .ordered, .inverse: nil
      }
    }
  }

  /// The field's name.
  public var name: String
  /// The kind of the relation, and where it is stored.
  public var kind: Kind
  /// The action of the foreign key, or of both that the table of a list has, when the columns that
  /// it refers to change; `nil` if the schema doesn't declare it.
  public var updateRule: UpdateRule?
  /// The columns of the target that the foreign key refers to, if the relation has no columns of its own: those of its
  /// foreign key are columns of other fields, which determine the target. `nil` for a relation that stores the target's
  /// primary key.
  public var references: [Int]?

  /// A relation of the field `name`.
  public init(_ name: String, _ kind: Kind, onUpdate updateRule: UpdateRule? = nil, references: [Int]? = nil) {
    self.name = name
    self.kind = kind
    self.updateRule = updateRule
    self.references = references
  }

  /// The columns of the target that the foreign key refers to.
  public func referencedColumns(of target: Table) -> [Int] {
    guard let references, references.count == kind.columns.count,
      references.allSatisfy(target.columns.indices.contains)
    else { return target.primaryKey }
    return references
  }
}

/// The action on a row when the columns that it refers to are changed. A store never changes keys; other programs do.
public enum UpdateRule: String, Hashable, Sendable, CaseIterable {
  case cascade, restrict, noAction

  /// The rule that does the same when a key is changed as a delete rule does when a row is deleted; `nil` for
  /// ``DeleteRule/nullify``, which schemas don't have for changed keys.
  package init?(_ rule: DeleteRule) { self.init(rawValue: rule.rawValue) }
}

/// The action on a row when the row that it refers to is deleted.
public enum DeleteRule: String, Hashable, Sendable, CaseIterable {
  case cascade, restrict, nullify, noAction
  /// There is no foreign key: no row is changed, and none is refused. Only tables of other programs have it.
  case unconstrained

  /// Whether the database makes sure of the target with each statement, so that it is always there.
  public var keepsTarget: Bool {
    switch self {
    case .cascade, .restrict, .nullify: true
    case .noAction, .unconstrained: false
    }
  }
}

/// The table of a many-to-many relation: the owner's key, a position from 0 unless the list is unordered, the target's
/// key. The primary key consists of both keys; the position only orders a list.
public struct JoinDescription: Hashable, Sendable {
  /// The table's name in SQL, not quoted.
  public var table: String
  /// The columns of the owner's key, in its order.
  public var ownerColumns: [String]
  /// The column of the position, which counts from 0; `nil` if the list is ordered by the target's key.
  public var positionColumn: String?
  /// The columns of the target's key, in its order.
  public var targetColumns: [String]
  /// The table's name before the field was renamed; `nil` if it was not.
  public var formerTable: String?

  /// The table of a relation that was not renamed, unless said otherwise.
  public init(
    _ table: String, owner: [String], position: String?, target: [String], formerTable: String? = nil
  ) {
    self.table = table
    self.formerTable = formerTable
    self.ownerColumns = owner
    self.positionColumn = position
    self.targetColumns = target
  }
}
