/// A schema that describes the tables of a database, before it is text.
///
/// It can say less than the catalog: what doesn't compile, or what `prepare` refuses, is taken back by
/// ``SchemaFitting`` step by step.
struct IntrospectedSchema: Sendable {
  var models: [IntrospectedModel] = []
  /// What has no place in the schema, in the order in which it was found.
  var omissions: [Omission] = []

  /// A table, a view or a column that the schema leaves out.
  struct Omission: Hashable, Sendable {
    var table: String
    /// `nil` for a whole table.
    var column: String?
    var reason: String
  }
}

/// A model, and its table.
struct IntrospectedModel: Sendable {
  var name: String
  var table: String
  /// In the order of the table's columns; the other sides of relations come last.
  var fields: [IntrospectedField]
  /// The columns of the key.
  var key: [String]
  /// The lists of columns that are unique together.
  var uniques: [[String]] = []
  var indexes: [[FoundPart]] = []

  /// A column of an index, and its direction.
  struct FoundPart: Hashable, Sendable {
    var column: String
    var isDescending: Bool
  }

  /// The field to which a column belongs.
  func field(of column: String) -> Int? { fields.firstIndex { $0.columns.contains(column) } }
}

/// A field of a model.
struct IntrospectedField: Sendable {
  enum Kind: Sendable {
    /// A value of a scalar or a list of them, by its name in the language.
    case value(type: String)
    /// The other end of a foreign key: the target's table, and its columns if they aren't its key.
    case relation(Relation)
    /// The other side of a relation, which isn't stored: the table and the field there.
    case inverse(table: String, field: String)
  }

  struct Relation: Sendable {
    var table: String
    /// Empty if the key of the target is meant.
    var targetColumns: [String]
    var deleteRule: String?
    var updateRule: String?
    /// The fields of the columns without the relation.
    var columnFields: [IntrospectedField]
  }

  var name: String
  var kind: Kind
  /// The columns; none for the other side of a relation.
  var columns: [String]
  var isOptional: Bool
  /// The default as the language writes it.
  var defaultText: String?
  /// Attributes that only say more, such as `@range(0...)`.
  var attributes: [String] = []
  /// What the rows showed, or why the type was chosen.
  var comment: String?
}
