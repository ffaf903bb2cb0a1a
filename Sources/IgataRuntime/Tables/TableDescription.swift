public import IgataTables
internal import Synchronization

/// The description of a model's table for backends.
///
/// It is an immutable class, so that a description is passed and compared as one word.
public final class TableDescription: Sendable {
  /// The table as a value, as the tool uses it too.
  @_spi(Backend) public let table: Table
  /// The model's name in the schema.
  public let model: String
  /// The table's name in SQL, not quoted.
  @_spi(Backend) public let name: String
  /// The table's name before the model was renamed; `nil` if it wasn't.
  @_spi(Backend) public let formerName: String?
  /// The columns, in the order in which a model writes them.
  @_spi(Backend) public let columns: [ColumnDescription]
  /// The forms of the columns; empty if none has one.
  @_spi(Backend) public let forms: [StoredForm?]
  /// Indexes of the key's columns, in the key's order.
  @_spi(Backend) public let primaryKey: [Int]
  /// Unique constraints beyond the key.
  @_spi(Backend) public let uniques: [IndexDescription]
  /// The indexes of the schema. A backend also indexes foreign keys.
  @_spi(Backend) public let indexes: [IndexDescription]
  /// The relations, in the order of the fields. A relation's number is its index here.
  @_spi(Backend) public let relations: [RelationDescription]
  /// The structs whose fields are columns of this table. A struct comes before those nested in it.
  @_spi(Backend) public let structs: [StructDescription]
  /// The column of the `@version` field.
  @_spi(Backend) public let versionColumn: Int?
  /// The columns of the `@updatedAt` fields.
  @_spi(Backend) public let updatedColumns: [Int]
  /// Where rows are stored if the tables are distributed over several servers; `nil` if the schema doesn't specify it.
  @_spi(Backend) public let distribution: TableDistribution?
  /// The column whose key the store generates, if the key is `autoincrement()`.
  @_spi(Backend) public let generatedKeyColumn: Int?
  /// The columns whose values the database makes.
  @_spi(Backend) public let databaseDefaults: [Int]
  /// Whether another program makes and changes the table.
  @_spi(Backend) public let isExternal: Bool
  /// Whether the table is only read.
  @_spi(Backend) public let isReadOnly: Bool
  /// The columns that are only read.
  let readOnlyColumns: [Int]
  /// Whether saving a model is more than writing its row: it has relations, or values that the database makes, or only
  /// what changed is written.
  @usableFromInline let needsSession: Bool
  /// Whether models of this table have relations of any kind.
  @usableFromInline let holdsRelations: Bool
  /// Whether models of this table have relations by the columns of other fields.
  let hasLinks: Bool
  /// Whether models of this table have relations that are loaded with them.
  @usableFromInline let loadsRelations: Bool
  /// Whether saving sets columns by itself: dates of the last change, or a version.
  @usableFromInline let hasStamps: Bool
  /// Whether any column has constraints.
  @usableFromInline let hasConstraints: Bool
  /// The lines of the text that can't be parsed; `Store.prepare` rejects them.
  let unreadLines: [String]
  /// The numbers of the columns and relations in the model's `Columns`.
  let queryNumbers: [Int]
  /// The fields as they are nested in a dictionary.
  let fieldTree: FieldTree
  /// The tables of the ordered relations, created on demand.
  let joins = Mutex<[Int: TableDescription]>([:])
  /// The model that reads and writes the rows; see ``register(_:)``.
  let knownModelType = Mutex<(any TableModel.Type)?>(nil)

  /// See ``incoming``.
  let knownIncoming = Mutex<[IncomingRelation]>([])

  /// A description of a table whose relations point to models. Arguments that are left out are empty.
  @_spi(Backend) public convenience init(
    model: String, name: String, columns: [ColumnDescription], primaryKey: [Int], uniques: [IndexDescription] = [],
    indexes: [IndexDescription] = [], checks: [TableCheck] = [], relations: [RelationDescription] = [],
    structs: [StructDescription] = [], versionColumn: Int? = nil, updatedColumns: [Int] = [],
    distribution: TableDistribution? = nil, formerName: String? = nil
  ) {
    self.init(
      Table(
        model: model, name: name, columns: columns, primaryKey: primaryKey, uniques: uniques, indexes: indexes,
        checks: checks, relations: relations.map(\.relation), structs: structs,
        versionColumn: versionColumn, updatedColumns: updatedColumns, distribution: distribution,
        formerName: formerName), relations: relations)
  }

  /// Parses a description, as generated code contains it.
  ///
  /// - Parameters:
  ///   - text: The table, in the grammar of `Table.init(text:unreadLines:)`. A line that can't be parsed is skipped,
  ///     and `Store.prepare` rejects the table.
  ///   - targets: The models at the other ends of the relations, in their order.
  public convenience init(_ text: String, relations targets: [any TableModel.Type] = []) {
    self.init(text, targets.map { target in { RelationDescription($0) { target } } })
  }

  /// Parses the description of a table without a model in this program; see ``init(_:relations:)``.
  ///
  /// - Parameter targets: The tables at the other ends of the relations, in their order.
  @_spi(Backend) public convenience init(_ text: String, relations targets: [@Sendable () -> TableDescription]) {
    self.init(text, targets.map { target in { RelationDescription($0, table: target) } })
  }

  private convenience init(_ text: String, _ targets: [(TableRelation) -> RelationDescription]) {
    var unreadLines: [String] = []
    let table = Table(text: text, unreadLines: &unreadLines)
    unreadLines += table.relations.dropFirst(targets.count).map { "relation \($0.name)" }
    let relations = zip(table.relations, targets).map { relation, target in target(relation) }
    self.init(table, relations: relations, unreadLines: unreadLines)
  }

  /// A description of a table without a model in this program.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - targets: The tables at the other ends of the relations, in their order.
  @_spi(Backend) public convenience init(_ table: Table, relations targets: [@Sendable () -> TableDescription]) {
    self.init(table, relations: zip(table.relations, targets).map { RelationDescription($0, table: $1) })
  }

  init(_ table: Table, relations: [RelationDescription], unreadLines: [String] = []) {
    self.table = table
    self.relations = relations
    self.unreadLines = unreadLines
    model = table.model
    name = table.name
    columns = table.columns
    forms = table.columns.contains { $0.form != nil } ? table.columns.map(\.form) : []
    primaryKey = table.primaryKey
    uniques = table.uniques
    indexes = table.indexes
    structs = table.structs
    versionColumn = table.versionColumn
    updatedColumns = table.updatedColumns
    distribution = table.distribution
    formerName = table.formerName
    generatedKeyColumn = table.generatedKeyColumn
    databaseDefaults = columns.indices.filter { table.columns[$0].defaultValue?.isMadeByDatabase ?? false }
    hasLinks = relations.contains(where: \.isLinked)
    holdsRelations = relations.contains(where: \.isHeld)
    isExternal = table.isExternal
    isReadOnly = table.isReadOnly
    readOnlyColumns = columns.indices.filter { table.columns[$0].defaultValue == .computed }
    needsSession = holdsRelations || isExternal || !databaseDefaults.isEmpty
    loadsRelations = relations.contains(where: \.isLoadedWithOwner)
    hasStamps = versionColumn != nil || !updatedColumns.isEmpty
    hasConstraints = columns.contains(where: \.isConstrained)
    queryNumbers = Self.queryNumbers(columns, relations)
    fieldTree = FieldTree(columns: columns, structs: structs, relations: relations)
  }

  /// The table as text, which ``init(_:relations:)`` can parse.
  public var text: String { table.text }

  /// The tables that the relations point to, in their order.
  @_spi(Backend) public var targets: [Table] { relations.map { $0.targetTable().table } }
}

extension TableDescription {
  /// The model that reads and writes the rows, once a store has prepared it. A table of an ordered relation has none.
  package var modelType: (any TableModel.Type)? { knownModelType.withLock { $0 } }

  /// Makes the model that reads and writes the rows known to backends.
  func register(_ model: any TableModel.Type) { knownModelType.withLock { $0 = model } }
}

extension TableDescription {
  /// The numbers of the columns, followed by those of the relations, in a model's `Columns`.
  private static func queryNumbers(_ columns: [ColumnDescription], _ relations: [RelationDescription]) -> [Int] {
    let keys = Set(relations.lazy.map(\.ownColumns).filter { $0.count > 1 }.joined())
    return columns.indices.filter { !keys.contains($0) } + relations.indices
  }
}

extension TableDescription {
  /// The name of a column's field in the schema; that of the relation if the column is part of a foreign key.
  @_spi(Backend) public func field(at column: Int) -> String {
    guard columns.indices.contains(column) else { return "" }
    if let relation = relations.first(where: { $0.ownColumns.contains(column) }) { return relation.name }
    return columns[column].path.joined(separator: ".")
  }

  /// The names of the fields of some columns, without duplicates; see ``field(at:)``.
  @_spi(Backend) public func fields(_ columns: [Int]) -> [String] {
    var names: [String] = []
    for column in columns where names.last != field(at: column) { names.append(field(at: column)) }
    return names
  }
}

extension TableDescription {
  /// The table itself and all tables that its foreign keys reach, directly or indirectly.
  package var tablesAlongRelations: [TableDescription] {
    var tables = [self]
    var known: Set<String> = [name]
    var next = 0
    while next < tables.count {
      for relation in tables[next].relations where !relation.columns.isEmpty {
        let target = relation.targetTable()
        if known.insert(target.name).inserted { tables.append(target) }
      }
      next += 1
    }
    return tables
  }
}
