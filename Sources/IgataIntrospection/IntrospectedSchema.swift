package import IgataTables

/// A schema that describes the tables of a database, before it is text.
///
/// It can say less than the catalog: what doesn't compile, or what `prepare` refuses, is taken back by
/// ``SchemaFitting`` step by step.
package struct IntrospectedSchema: Sendable {
  package var models: [IntrospectedModel] = []
  /// The enums, each with the type of the database whose values it has; `nil` for those of a check.
  var enums: [(type: String?, declared: IntrospectedEnum)] = []
  /// Whether another program makes the tables.
  package var isExternal = true
  /// What the schema leaves out, in the order in which it was found.
  package var omissions: [Omission] = []

  /// A table, a view or a column that the schema leaves out, or a part of one.
  package struct Omission: Hashable, Sendable {
    package var table: String
    /// `nil` for a whole table.
    package var column: String?
    /// What of it is left out, such as `default`; `nil` for all of it.
    package var part: String?
    package var reason: String

    package var text: String {
      let name = column.map { "\(table).\($0)" } ?? "'\(table)'"
      return "left out: " + (part.map { "the \($0) of " } ?? "") + "\(name): \(reason)"
    }
  }

  /// What is described and what isn't, for people.
  ///
  /// - Parameters:
  ///   - tables: How many tables there are.
  ///   - described: How many of their columns are described.
  ///   - columns: How many columns they have.
  package func report(ofTables tables: Int, described: Int, columns: Int) -> String {
    var lines = ["\(models.count) tables of \(tables), \(described) columns of \(columns) are described"]
    lines += omissions.map { SchemaFile.oneLine($0.text) }
    return lines.map { "igata: \($0)\n" }.joined()
  }
}

/// Names for a schema, where more is known than those of the database.
package struct GivenNames: Sendable {
  /// By the name of the table.
  package var models: [String: String] = [:]
  /// By the name of the table and the column.
  package var fields: [[String]: String] = [:]
  /// By the name of the table and the columns of the foreign key.
  package var relations: [[String]: String] = [:]

  package init() {}
}

/// A model, and its table.
package struct IntrospectedModel: Equatable, Sendable {
  package var name: String
  package var table: String
  /// In the order of the table's columns; the other sides of relations come last.
  package var fields: [IntrospectedField]
  /// The columns of the key.
  package var key: [String]
  /// The lines of the table's comment in the database.
  var documentation: [String] = []
  /// Whether nothing is written there.
  package var isReadOnly = false
  /// The lists of columns, or functions of them, that are unique together.
  package var uniques: [[FoundPart]] = []
  package var indexes: [[FoundPart]] = []

  /// A column of an index, and its direction.
  package struct FoundPart: Hashable, Sendable {
    package var column: String
    package var function: IndexFunction?
    package var isDescending = false
    /// Whether the column takes texts for equal that differ by case alone.
    package var ignoresCase = false
  }

  /// The field to which a column belongs.
  func field(of column: String) -> Int? { fields.firstIndex { $0.ownColumns.contains(column) } }
}

/// A field of a model.
package struct IntrospectedField: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    /// A value of a scalar or a list of them, by its name in the language.
    case value(type: String)
    /// The other end of a foreign key: the target's table, and its columns if they aren't its key.
    case relation(Relation)
    /// The other side of a relation, which isn't stored: the table and the field there.
    case inverse(table: String, field: String)
    /// A list of models by the rows of a join table that has the columns `A` and `B`.
    case list(table: String, joinTable: String)
  }

  package struct Relation: Equatable, Sendable {
    package var table: String
    /// Empty if the key of the target is meant.
    package var targetColumns: [String]
    package var deleteRule: String?
    package var updateRule: String?
    /// The fields of the columns without the relation.
    package var columnFields: [IntrospectedField]
    /// Its columns that belong to other fields.
    package var sharedColumns: Set<String> = []
    /// Whether one of its columns is never null, although the relation is optional.
    package var hasRequiredColumn = false
  }

  package var name: String
  package var kind: Kind
  /// The columns, also those that belong to other fields; none for the other side of a relation.
  package var columns: [String]
  package var isOptional: Bool
  /// The default as the language writes it.
  package var defaultText: String?
  /// The form of the values, and attributes that only say more, such as `@length(...80)`.
  package var attributes: [String] = []
  /// The type that holds the values as they are stored, if it is another one.
  package var rawType: String?
  /// Whether no row shows the type.
  package var isGuess = false
  /// The lines of the column's comment in the database.
  var documentation: [String] = []
  /// What the rows showed, or why the type was chosen.
  package var comment: String?

  /// The columns that belong to no other field.
  package var ownColumns: [String] {
    guard case .relation(let relation) = kind, !relation.sharedColumns.isEmpty else { return columns }
    return columns.filter { !relation.sharedColumns.contains($0) }
  }

  /// Whether it is a relation by columns of other fields.
  var isLinked: Bool { if case .relation(let relation) = kind { !relation.sharedColumns.isEmpty } else { false } }
}
