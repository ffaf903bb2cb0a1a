@_spi(Backend) public import IgataRuntime

/// What a database has under a name.
@_spi(Backend) public enum FoundObject: Sendable {
  case table(FoundTable)
  /// Something else, such as `a view`.
  case other(String)
}

/// What `prepare` has to do to a database: the one comparison of a schema with a catalog.
///
/// An engine reads its catalog, makes the plan, looks at the rows of ``unproven`` tables, and then refuses, or makes
/// what is missing and records it.
@_spi(Backend) public struct PreparePlan: Sendable {
  /// A table that was there, and of which the rows are to be looked at.
  public struct Unproven: Sendable {
    public var table: TableDescription
    public var found: FoundTable
    /// The columns that no catalog and no record proves.
    public var columns: [Int]
  }

  /// The tables that are to be made, in the order of the schema.
  public private(set) var missing: [TableDescription] = []
  /// Adds the indexes that are missing.
  public private(set) var indexStatements: [String] = []
  public private(set) var unproven: [Unproven] = []
  /// The rows of `igata_tables` that are to be written.
  public private(set) var records: [TableRecord] = []
  public private(set) var report = PrepareReport()
  private var differences: [SchemaDifference] = []
  private let order: [String: Int]

  /// - Parameters:
  ///   - objects: What the database has, by the names of ``names(of:)``.
  ///   - records: The rows of `igata_tables`, by the names of the tables.
  ///   - isOurs: Whether the engine's own definition is what a table was made with.
  public init(
    _ tables: [TableDescription], _ objects: [String: FoundObject], _ records: [String: TableRecord],
    isOurs: (TableDescription) -> Bool, rules: (TableDescription) -> any CatalogRules
  ) {
    order = Dictionary(tables.enumerated().map { ($1.name, $0) }) { first, _ in first }
    let names = Set(tables.map(\.name))
    for table in tables {
      switch objects[table.name] {
      case .table(let found): compare(table, found, records[table.name], isOurs(table), rules(table))
      case .other(let kind):
        add(SchemaDifference(table: table.name, field: table.model, found: kind, expected: "a table",
          help: "rename it, or use @table"))
      case nil:
        if let former = table.formerName, !names.contains(former), case .table? = objects[former] {
          addRenamed(table, former)
        } else {
          missing.append(table)
          self.records.append(TableRecord(table))
        }
      }
    }
    report.createdTables = missing.map(\.name)
  }

  /// The names that the engine has to look up.
  public static func names(of tables: [TableDescription]) -> [String] {
    tables.map(\.name) + tables.compactMap(\.formerName)
  }

  private mutating func compare(
    _ table: TableDescription, _ found: FoundTable, _ record: TableRecord?, _ isOurs: Bool, _ rules: any CatalogRules
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
    let comparison = TableComparison(found, rules)
    differences += comparison.differences
    report.notes += comparison.notes
    for index in comparison.missingIndexes {
      indexStatements.append(rules.definition.createIndex(index, isUnique: false))
      report.createdIndexes.append(index.name)
    }
    if !comparison.unprovenColumns.isEmpty {
      unproven.append(Unproven(table: table, found: found, columns: comparison.unprovenColumns.sorted()))
    }
    if let record {
      if let added = record.adding(columnsOf: table) { records.append(added) }
    } else if isOurs {
      records.append(TableRecord(table))
    }
  }

  private mutating func addRenamed(_ table: TableDescription, _ former: String) {
    add(
      SchemaDifference(
        table: table.name, field: table.model,
        found: "its rows under its former name '\(former)'", expected: "'\(table.name)'",
        help: "rename the table and what is named after it; a new one would be empty"))
  }

  /// Adds what the rows of a table showed.
  public mutating func add(_ difference: SchemaDifference) { differences.append(difference) }

  /// Adds what the rows of a table did not show.
  public mutating func add(_ note: PrepareReport.Note) { report.notes.append(note) }

  /// Adds what only a database that may be written to can be given.
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
    guard !differences.isEmpty else { return }
    // What the rows showed comes with what the catalog did.
    let sorted = differences.enumerated().sorted {
      (order[$0.element.table] ?? 0, $0.offset) < (order[$1.element.table] ?? 0, $1.offset)
    }
    throw .schemaMismatch(sorted.map(\.element))
  }
}
