extension Store {
  /// The error of a deletion that a relation doesn't allow, with the rows that refer to what would have been deleted.
  ///
  /// They are read after the deletion was rolled back. If they can't be read, the error has no keys.
  func inUse(_ query: RowQuery, referrer: String, field: String) async -> StoreError {
    var error = StoreError.inUse(model: query.table.model, referrer: referrer, field: field, keys: [])
    do throws(StoreError) {
      let keys = try await perform(.read) { (session) throws(StoreError) in
        var survey = DeleteSurvey(query.table) { table in
          table.incoming(from: referrer, field) == nil ? .none : .deleted(columns: [])
        }
        try await survey.look(query, session)
        var keys: [String] = []
        for rows in survey.deleted {
          guard let incoming = rows.table.incoming(from: referrer, field) else { continue }
          let values = try await session.values(referencedBy: incoming.relation, of: rows.table, rows.keys)
          var users = RowQuery(incoming.owner, where: .keyIsIn(columns: incoming.relation.columns, values))
          users.limit = StoreError.namedRows
          keys += try await session.keys(users).map { incoming.owner.keyText($0) }
        }
        return Array(keys.prefix(StoreError.namedRows))
      }
      error = .inUse(model: query.table.model, referrer: referrer, field: field, keys: keys)
    } catch {}
    return error
  }
}

extension TableDescription {
  /// The relation `field` of the model `referrer`, if it points to this table.
  fileprivate func incoming(from referrer: String, _ field: String) -> IncomingRelation? {
    incoming.first { $0.owner.model == referrer && $0.relation.name == field }
  }
}
