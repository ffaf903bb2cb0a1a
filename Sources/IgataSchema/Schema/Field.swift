public import IgataTables

/// The type of one column's value.
public enum ValueType: Hashable, Sendable {
  case scalar(Scalar)
  /// An index into ``Schema/enums``.
  case enumeration(Int)
  /// An index into ``Schema/newtypes``.
  case newtype(Int)
}

/// The kind of a field, after its type is resolved.
public enum FieldKind: Hashable, Sendable {
  case value(ValueType, isOptional: Bool)
  /// `[T]` of a scalar, a newtype or an enum: one column.
  case list(ValueType)
  /// A struct (an index into ``Schema/structs``): a column for each of its fields.
  case embedded(Int, isOptional: Bool)
  /// A to-one relation to a model (an index into ``Schema/models``): foreign key columns.
  case toOne(Int, ToOneKind, DeleteRule)
  /// The other side of a relation that the target stores, with the index of its field there: a query. Either
  /// `[Model] @inverse(field)`, or, if the target's relation is unique, `Model? @inverse(field)`.
  case inverse(Int, of: Int, isSingle: Bool)
  /// `[Model]` without an inverse: a many-to-many relation, stored in a join table.
  case ordered(Int)

  /// Whether it is the other side of a relation, for which nothing is stored.
  package var isInverse: Bool { if case .inverse = self { true } else { false } }
}

public enum ToOneKind: String, Hashable, Sendable {
  /// `owner: Person`
  case required
  /// `parent: Account?`
  case optional
  /// `settings: Settings = Settings()`
  case wrapper
}

/// The default value of a field.
public enum DefaultValue: Hashable, Sendable {
  case boolean(Bool)
  case integer(Int64)
  /// A decimal literal (or an integer literal for a decimal, fixed-point or floating-point field), exact, in
  /// canonical text: `-1.1`, `1000`, `0.0001`.
  case decimal(String)
  case string(String)
  /// The index of the case in the field's enum.
  case enumCase(Int)
  case list([DefaultValue])
  /// A value of a `JSON` field, as canonical text: no white space, members sorted by key, numbers with all digits that
  /// matter.
  case json(String)
  /// An expression of SQL, from which the database makes the value of a row that is inserted without one.
  case sql(String)
  case uuid, uuid7, cuid, ulid, now, autoincrement
  case `nil`
  /// `Target()` for a struct or a wrapper relation: initialized from its defaults alone.
  case construct

  /// Whether the default is SQL, which only a database evaluates.
  public var isMadeByDatabase: Bool { if case .sql = self { true } else { false } }
}

/// Constraints on a value. Both bounds are inclusive.
public struct ValueConstraints: Hashable, Sendable {
  /// Bounds of the number of Unicode scalars in a string, bytes in a `Data`, or elements in a list.
  public var minimumLength: Int64?
  public var maximumLength: Int64?
  /// Bounds of a number, as exact decimal text in canonical form.
  public var minimum: String?
  public var maximum: String?
  /// Whether ``maximum`` itself is excluded (`0..<1`).
  public var excludesMaximum = false
  /// A regular expression that the whole string must match.
  public var pattern: String?

  public init() {}

  public var isEmpty: Bool {
    minimumLength == nil && maximumLength == nil && minimum == nil && maximum == nil && pattern == nil
      && !excludesMaximum
  }
}

/// A field of a model or of a struct.
public struct Field: Sendable {
  /// Fields are copied often, so the names that all of them have are in one shared object.
  @usableFromInline let naming: Naming
  /// Whether the field is declared with `let`.
  public var isConstant: Bool
  public var kind: FieldKind
  public var defaultValue: DefaultValue?
  public var flags: FieldFlags = []
  /// Fields are copied often, so rare properties are stored separately.
  private var sharedExtras: SharedExtras?

  public init(
    name: String, origin: Origin, isConstant: Bool, kind: FieldKind, defaultValue: DefaultValue?, columnName: String
  ) {
    naming = Naming(name: name, origin: origin, columnName: columnName)
    self.isConstant = isConstant
    self.kind = kind
    self.defaultValue = defaultValue
  }

  @inlinable public var name: String { naming.name }

  @inlinable public var origin: Origin { naming.origin }

  /// The name given with `@column`, or the one that follows from the field's name by ``Schema/names``. The columns of
  /// relations and structs are derived from it.
  @inlinable public var columnName: String { naming.columnName }

  /// The names of a field, and its origin.
  @usableFromInline
  final class Naming: Sendable {
    @usableFromInline let name: String
    @usableFromInline let origin: Origin
    @usableFromInline let columnName: String

    init(name: String, origin: Origin, columnName: String) {
      self.name = name
      self.origin = origin
      self.columnName = columnName
    }
  }
}

extension Field {
  /// Whether the default is a new UUID, or the text of one.
  public var holdsGeneratedUUID: Bool { defaultValue == .uuid || defaultValue == .uuid7 }

  /// The length of the texts that the default makes; `nil` if it makes none.
  public var generatedLength: Int? {
    switch defaultValue {
    case .uuid, .uuid7: 36
    case .cuid: 25
    case .ulid: 26
    default: nil
    }
  }
}

// MARK: Rare properties

extension Field {
  fileprivate struct Extras: Sendable {
    var constraints = ValueConstraints()
    var renamedFrom: FormerName?
    var backfill: Backfill?
    var deprecation: String?
    var allowedRules: [String] = []
    var storedForm: StoredForm?

    var isEmpty: Bool {
      constraints.isEmpty && renamedFrom == nil && backfill == nil && deprecation == nil && allowedRules.isEmpty
        && storedForm == nil
    }
  }

  private final class SharedExtras: Sendable {
    let extras: Extras

    init(_ extras: Extras) { self.extras = extras }
  }

  private var extras: Extras {
    get { sharedExtras?.extras ?? Extras() }
    set { sharedExtras = newValue.isEmpty ? nil : SharedExtras(newValue) }
  }

  /// The field's own constraints, without those of its newtype.
  public var constraints: ValueConstraints {
    get { sharedExtras?.extras.constraints ?? ValueConstraints() }
    set { extras.constraints = newValue }
  }

  /// Whether the field has its own constraints.
  public var isConstrained: Bool { sharedExtras.map { !$0.extras.constraints.isEmpty } ?? false }

  /// The field's former name, in this declaration or in another model.
  public var renamedFrom: FormerName? {
    get { sharedExtras?.extras.renamedFrom }
    set { extras.renamedFrom = newValue }
  }

  /// The value that existing rows get.
  public var backfill: Backfill? {
    get { sharedExtras?.extras.backfill }
    set { extras.backfill = newValue }
  }

  /// How another program keeps the values; `nil` for igata's own form.
  public var storedForm: StoredForm? {
    get { sharedExtras?.extras.storedForm }
    set { extras.storedForm = newValue }
  }

  public var deprecation: String? {
    get { sharedExtras?.extras.deprecation }
    set { extras.deprecation = newValue }
  }

  /// The lint rules that `@allow` suppresses here.
  public var allowedRules: [String] {
    get { sharedExtras?.extras.allowedRules ?? [] }
    set { extras.allowedRules = newValue }
  }
}
