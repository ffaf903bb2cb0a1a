#if SQLite || canImport(SQLite3)
internal import IgataRuntime
internal import IgataSQL

extension Connection {
  /// Creates what is missing, within the transaction that is open. Throws where what is there does not fit.
  func prepare(_ tables: [TableDescription]) throws(StoreError) {
    do {
      try checkEncoding()
      // All tables are compared before the first is created, so that the first difference is found in their order.
      var missing: [String] = []
      for table in tables {
        switch try kind(of: table.name) {
        case nil: missing += TableDefinition(table: table).statements
        case "table": missing += try missingIndexes(of: table)
        default:
          throw StoreError.schemaMismatch(
            table: table.name, column: nil, problem: "it is a view", help: "rename the view, or use @table")
        }
      }
      for statement in missing { try execute(statement) }
    } catch let failure as EngineFailure {
      throw failure.storeError(nil)
    } catch let error as StoreError {
      throw error
    } catch {
      throw .backend(code: 0, message: "\(error)")
    }
  }

  /// Throws where anything is missing.
  func check(_ tables: [TableDescription]) throws(StoreError) {
    for table in tables {
      do {
        guard try kind(of: table.name) == "table" else {
          throw StoreError.schemaMismatch(
            table: table.name, column: nil, problem: "the table does not exist",
            help: "prepare the database once with a backend that may write")
        }
        _ = try missingIndexes(of: table)
      } catch let failure as EngineFailure {
        throw failure.storeError(nil)
      } catch let error as StoreError {
        throw error
      } catch {
        throw .backend(code: 0, message: "\(error)")
      }
    }
  }

  /// The indexes that a table lacks, which nobody's data can stand against: those that are not unique.
  private func missingIndexes(of table: TableDescription) throws -> [String] {
    let existing = try existingTable(table.name)
    try TableComparison(table: table, existing: existing).check()
    let definition = TableDefinition(table: table)
    return definition.indexes.compactMap { index, isUnique in
      let isThere = existing.indexes.contains { ExistingTable.isSame($0.name, index.name) }
      return isUnique || isThere ? nil : definition.createIndex(index, isUnique: false)
    }
  }

  /// Text is compared byte by byte, which is the order of code points in UTF-8 alone.
  private func checkEncoding() throws {
    guard let encoding = try texts("PRAGMA encoding").first?[0], encoding != "UTF-8" else { return }
    throw StoreError.schemaMismatch(
      table: "sqlite_schema", column: nil, problem: "the database's text is in \(encoding)",
      help: "copy it into a database in UTF-8")
  }

  private func execute(_ sql: String) throws(EngineFailure) {
    try Statement(sql, on: database).run(on: database)
  }
}

#endif
