import IgataTables

/// A constraint or an index of a table.
struct PostgreSQLConstraint {
  enum Kind: Hashable {
    case key, unique, check
    /// The number of the relation.
    case foreignKey(Int)
    case index(isUnique: Bool)
  }

  var kind: Kind
  /// The name as the server has it.
  var name: String
  /// What it is, without the name.
  var definition: String
  var columns: Set<Int>
  /// The statement that creates an index.
  var createIndex = ""

  /// Whether the name is one of those that all tables and indexes share.
  var isRelation: Bool {
    switch kind {
    case .key, .unique, .index: true
    case .check, .foreignKey: false
    }
  }

  var isIndex: Bool { if case .index = kind { true } else { false } }
  var isForeignKey: Bool { if case .foreignKey = kind { true } else { false } }

  /// Whether the values of the columns identify a row, so that a foreign key can refer to them.
  var isKey: Bool { kind == .key || kind == .unique || kind == .index(isUnique: true) }

  /// Whether both are the same thing, whatever their names.
  func isSame(as other: PostgreSQLConstraint) -> Bool {
    isForeignKey == other.isForeignKey && (isForeignKey || kind == other.kind) && definition == other.definition
  }
}

extension TableDefinition {
  /// All constraints and indexes, with the columns that they depend on.
  var constraints: [PostgreSQLConstraint] {
    let columns = Set(table.columns.indices)
    func plain(_ kind: PostgreSQLConstraint.Kind, _ name: String, _ text: String, _ columns: Set<Int>)
      -> PostgreSQLConstraint
    {
      let prefix = "CONSTRAINT \(dialect.identifier(name)) "
      return PostgreSQLConstraint(
        kind: kind, name: PostgreSQLDialect.keptName(name), definition: String(text.trimmingPrefix(prefix)),
        columns: columns)
    }
    func key(_ kind: PostgreSQLConstraint.Kind, _ name: String, _ word: String, _ columns: [Int])
      -> PostgreSQLConstraint
    {
      plain(kind, name, "\(word) (\(dialect.identifiers(table.names(columns))))", Set(columns))
    }
    var result = [key(.key, primaryKeyName, "PRIMARY KEY", table.primaryKey)]
    result += table.uniques.filter(\.isConstraint).map { key(.unique, $0.name, "UNIQUE", $0.columns) }
    for index in table.columns.indices {
      let checks = dialect.checks(of: table.columns[index])
      result += zip(checks, checkConstraints(of: index)).map {
        plain(.check, checkName($0, table.columns[index]), $1, [index])
      }
    }
    result += table.checks.compactMap { check in
      constraint(of: check).map { plain(.check, check.name, $0, Set(check.condition.columns)) }
    }
    for relation in table.relations.indices {
      let columns = table.relations[relation].kind.columns
      guard targets.indices.contains(relation), !columns.isEmpty else { continue }
      result.append(
        plain(.foreignKey(relation), foreignKeyName(of: relation), foreignKey(relation), Set(columns)))
    }
    for (index, isUnique) in indexes {
      var unnamed = index
      unnamed.name = ""
      // What a condition in SQL depends on is unknown.
      let conditions: Set<Int> =
        switch index.condition {
        case nil: []
        case .sql: columns
        case .checked(let condition): Set(condition.columns)
        }
      result.append(
        PostgreSQLConstraint(
          kind: .index(isUnique: isUnique), name: PostgreSQLDialect.keptName(index.name),
          definition: createIndex(unnamed, isUnique: isUnique), columns: conditions.union(index.columns),
          createIndex: createIndex(index, isUnique: isUnique)))
    }
    return result
  }
}
