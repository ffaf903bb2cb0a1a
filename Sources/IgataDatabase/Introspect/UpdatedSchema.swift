@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL
internal import IgataIntrospection
internal import IgataSchema
internal import IgataTables

/// A schema that was written earlier, and perhaps changed by hand, after it follows its database.
struct UpdatedSchema {
  let text: String
  /// What was changed, as lines for people.
  let changes: [String]
  /// The tables and columns that were removed.
  let removed: Set<[String]>

  /// - Parameters:
  ///   - text: The schema in the file at `path`.
  ///   - known: The columns that were there when it was written.
  ///   - difference: What the database has changed since then; `nil` if it is the same, or nobody knows.
  init(
    _ text: String, at path: String, _ introspection: Introspection, known: CatalogColumns,
    _ difference: CatalogDifference?, _ backend: any CatalogedBackend, _ endpoint: Endpoint
  ) async throws(DatabaseFault) {
    var update: SchemaUpdate
    do {
      update = try SchemaUpdate(
        text, introspection.schema, present: introspection.columns, known: known,
        difference: difference, introspection.names, backend.catalogDialect)
      // The update refuses to go on without end.
      while try await !Self.follows(&update, backend, endpoint) {}
      update.followComments(rowNumbers: introspection.rowNumbers)
    } catch let fault as DatabaseFault {
      throw fault
    } catch let failure as SchemaUpdate.Failure {
      throw Self.fault(failure, path, endpoint)
    } catch {
      throw DatabaseFault(.request, "'\(path)' can't be updated: \(error)", help: "introspect to another file")
    }
    (self.text, changes, removed) = (update.text, update.changes, update.removed)
  }

  /// Whether `prepare` accepts the schema. If not, what it refuses is changed.
  private static func follows(
    _ update: inout SchemaUpdate, _ backend: any CatalogedBackend, _ endpoint: Endpoint
  ) async throws -> Bool {
    let tables = TableDescription.tables(try update.resolved().tables).filter(\.isExternal)
    do throws(StoreError) {
      _ = try await backend.prepare(tables)
      return true
    } catch {
      if case .schemaMismatch(let differences) = error, try update.takeOver(differences) { return false }
      throw DatabaseFault(error, .database, "\(endpoint)")
    }
  }

  private static func fault(_ failure: SchemaUpdate.Failure, _ path: String, _ endpoint: Endpoint) -> DatabaseFault {
    switch failure {
    case .invalid(let line, let message):
      DatabaseFault(
        .request, "'\(path)' can't be updated, as line \(line) doesn't compile: \(message)",
        help: "correct it, or introspect to another file and take from it what you need")
    case .unfitting(let line, let text, let message):
      DatabaseFault(
        .request,
        "'\(path)' can't follow \(endpoint), as then line \(line), '\(SchemaFile.oneLine(text))', wouldn't compile: "
          + message,
        help: "change that line by hand first, or introspect to another file and take from it what you need")
    case .endless(let change):
      DatabaseFault(
        .database, "'\(path)' follows \(endpoint) without end, the last time by '\(SchemaFile.oneLine(change))'",
        help: "this is a fault of igata: please report it with the schema and the definition of the table; "
          + "meanwhile introspect to another file")
    case .otherDatabase:
      DatabaseFault(
        .request, "'\(path)' is there already, and no model in it is '@external' with a table of \(endpoint)",
        help: "use another path", status: .unwritableOutput)
    }
  }
}
