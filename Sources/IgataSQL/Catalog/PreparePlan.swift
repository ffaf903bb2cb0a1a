@_spi(Backend) public import IgataRuntime

/// The object of a database that has a certain name.
@_spi(Backend) public enum FoundObject: Sendable {
  case table(FoundTable)
  /// What is only read, such as `a view`, and its columns.
  case view(String, FoundTable)
  /// Something else, such as `a view`.
  case other(String)
}

/// The differences between a schema and a database, and the steps that add what is missing.
///
/// ``PreparedDatabase/prepare(_:isReadOnly:)`` reads the catalog, makes the plan, checks some rows of ``unproven``
/// tables, and then either throws, or creates and records what is missing.
@_spi(Backend) public struct PreparePlan: Sendable {
  /// An existing table of which some rows have to be checked.
  public struct Unproven: Sendable {
    public var table: TableDescription
    public var found: FoundTable
    /// The columns whose meaning is known neither from the catalog nor from a record.
    public var columns: [Int]
  }

  /// The tables that have to be created, in the order of the schema.
  public private(set) var missing: [TableDescription] = []
  /// The statements that create missing indexes.
  public private(set) var indexStatements: [String] = []
  public private(set) var unproven: [Unproven] = []
  /// The columns of existing tables that are not as `prepare` creates them.
  public private(set) var adapted: [(table: TableDescription, columns: [Int: AdaptedColumn])] = []
  /// The rows that have to be written to `igata_tables`.
  public private(set) var records: [TableRecord] = []
  public private(set) var report = PrepareReport()
  private var differences: [SchemaDifference] = []
  private let order: [String: Int]
  private let isOwn: Bool

  /// - Parameters:
  ///   - objects: The objects of the database, by the names of ``names(of:)``.
  ///   - records: The rows of `igata_tables`, by the names of the tables.
  ///   - isOurs: Whether a table was created by the statement that would create it now.
  ///   - isOwn: Whether tables fit only in the form in which `prepare` creates them.
  public init(
    _ tables: [TableDescription], _ objects: [String: FoundObject], _ records: [String: TableRecord],
    isOurs: (TableDescription) -> Bool, isOwn: Bool = false, _ dialect: any CatalogDialect
  ) {
    self.isOwn = isOwn
    order = Dictionary(tables.enumerated().map { ($1.name, $0) }) { first, _ in first }
    let names = Set(tables.map(\.name))
    for table in tables {
      switch objects[table.name] {
      case .table(let found): compare(table, found, records[table.name], isOurs(table), dialect)
      case .view(_, let found) where table.isReadOnly: compare(table, found, nil, false, dialect)
      case .view(let kind, _), .other(let kind):
        let other = table.isExternal ? ", or make the model '@readOnly' if nothing is written there" : ""
        add(SchemaDifference(table: table.name, field: table.model, found: kind, expected: "a table",
          help: "rename it, or use @table" + other))
      case nil:
        if let former = table.formerName, !names.contains(former), case .table? = objects[former] {
          addRenamed(table, former)
        } else if table.isExternal {
          add(
            SchemaDifference(
              table: table.name, field: table.model, problem: "the table does not exist",
              help: "another program makes it ('@external'): 'igata introspect' describes what is there"))
        } else {
          missing.append(table)
          self.records.append(TableRecord(table))
        }
      }
    }
    for table in tables { compareTargets(table) }
    report.createdTables = missing.map(\.name)
  }

  /// The names that have to be looked up in the catalog.
  public static func names(of tables: [TableDescription]) -> [String] {
    var seen: Set<String> = []
    return (tables.map(\.name) + tables.compactMap(\.formerName)).filter { seen.insert($0).inserted }
  }

  private mutating func compare(
    _ table: TableDescription, _ found: FoundTable, _ record: TableRecord?, _ isOurs: Bool,
    _ dialect: any CatalogDialect
  ) {
    var found = found
    if let record {
      found.record = RecordedTables.description(record.text, version: record.version)
      if found.record == nil {
        return add(
          SchemaDifference(
            table: table.name, field: table.model,
            problem: "a newer release of this library made it (its record has version \(record.version))",
            help: "use that release"))
      }
    }
    let comparison = TableComparison(table, found, dialect, isOwn: isOwn)
    let definition = table.definition(in: dialect)
    differences += comparison.differences
    adapted.append((table, comparison.adaptedColumns))
    report.notes += comparison.notes
    for index in comparison.missingIndexes {
      indexStatements.append(definition.createIndex(index, isUnique: false))
      report.createdIndexes.append(index.name)
    }
    if !comparison.unprovenColumns.isEmpty {
      unproven.append(Unproven(table: table, found: found, columns: comparison.unprovenColumns.sorted()))
    }
    if table.isExternal { return }
    if let record {
      if let added = record.adding(columnsOf: table) { records.append(added) }
    } else if isOurs {
      records.append(TableRecord(table))
    }
  }

  /// A relation to a unique field finds the row that has exactly the value.
  private mutating func compareTargets(_ table: TableDescription) {
    for relation in table.relations where relation.relation.references != nil {
      let target = relation.targetTable()
      let columns = adapted.first { $0.table === target }?.columns ?? [:]
      for index in relation.referencedColumns {
        guard let comparison = columns[index]?.comparison else { continue }
        add(
          SchemaDifference(
            table: target.name, column: target.columns[index].name,
            field: "\(target.model).\(target.field(at: index))",
            found: "a column that identifies rows, and that the database compares \(comparison)",
            expected: "one that is compared exactly, as '\(table.model).\(relation.name)' refers to it",
            help: "copy the table into one with the right column"))
      }
    }
  }

  private mutating func addRenamed(_ table: TableDescription, _ former: String) {
    add(
      SchemaDifference(
        table: table.name, field: table.model,
        found: "its rows under its former name '\(former)'", expected: "'\(table.name)'",
        help: "rename the table and what is named after it; a new one would be empty"))
  }

  /// Adds a difference.
  public mutating func add(_ difference: SchemaDifference) { differences.append(difference) }

  /// Adds a note to the report.
  public mutating func add(_ note: PrepareReport.Note) { report.notes.append(note) }

  /// Adds a difference for each missing table, as a database that is only read can't be changed.
  public mutating func refuseMissing() {
    for table in missing {
      add(
        SchemaDifference(
          table: table.name, field: table.model, problem: "the table does not exist",
          help: "prepare the database once with a backend that may write"))
    }
  }

  /// Throws if anything differs.
  public func check() throws(StoreError) {
    if !differences.isEmpty { throw .schemaMismatch(sortedDifferences) }
  }

  /// The differences in the order of the tables: those that were found in rows are sorted into those that were found in
  /// the catalog.
  public var sortedDifferences: [SchemaDifference] {
    differences.enumerated().sorted {
      (order[$0.element.table] ?? 0, $0.offset) < (order[$1.element.table] ?? 0, $1.offset)
    }.map(\.element)
  }
}
