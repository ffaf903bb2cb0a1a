@_spi(Backend) package import IgataRuntime

extension TableDescription {
  /// The name and the columns of a list's table lead from an owner to a target.
  package var isList: Bool { relations.count == 2 && relations[0].name == relations[1].name }

  /// The values of a row's key.
  package func key(of row: [StoredValue]) -> [StoredValue] { primaryKey.map { row[$0] } }

  /// The rows to which a row refers, each with the values of the columns that identify it.
  package func references(of row: [StoredValue]) -> [RowReference] {
    relations.compactMap { relation in
      let values = relation.columns.map { row[$0] }
      guard !values.isEmpty, !values.contains(.null) else { return nil }
      return RowReference(
        table: relation.targetTable().name, columns: relation.referencedColumns, values: values)
    }
  }
}

/// What identifies the row that a foreign key leads to.
package struct RowReference: Hashable {
  package let table: String
  package let columns: [Int]
  package let values: [StoredValue]
}

/// What rows can be referred to by.
package struct RowIdentifiers {
  /// The columns of each table that foreign keys lead to.
  private var columns: [String: Set<[Int]>] = [:]
  private var known: Set<RowReference> = []

  package init(_ tables: [TableDescription]) {
    for table in tables {
      for relation in table.relations where !relation.columns.isEmpty {
        columns[relation.targetTable().name, default: []].insert(relation.referencedColumns)
      }
    }
  }

  package func identifiers(of row: [StoredValue], of table: TableDescription) -> [RowReference] {
    (columns[table.name] ?? []).map { columns in
      RowReference(table: table.name, columns: columns, values: columns.map { row[$0] })
    }
  }

  package mutating func add(_ row: [StoredValue], of table: TableDescription) {
    known.formUnion(identifiers(of: row, of: table))
  }

  package func contains(_ reference: RowReference) -> Bool { known.contains(reference) }
}
