@_spi(Backend) internal import IgataSQL
internal import IgataSchema
internal import IgataSyntax

/// The descriptions of a database as it was and as it is, in the words of a schema.
struct DescribedVersions {
  private let difference: CatalogDifference
  private let described: IntrospectedSchema
  private let enums: Set<[String]>
  private let rules: NamingRules
  private let dialect: any CatalogDialect

  init(
    _ difference: CatalogDifference, _ described: IntrospectedSchema, enums: Set<[String]>, _ rules: NamingRules,
    _ dialect: any CatalogDialect
  ) {
    (self.difference, self.described, self.enums) = (difference, described, enums)
    (self.rules, self.dialect) = (rules, dialect)
  }

  /// Those of a table; `nil` if it isn't in all of them.
  func of(_ table: String) -> ModelVersions? {
    guard let before = difference.before.model(of: table, dialect),
      let after = difference.after.model(of: table, dialect), let possible = described.model(of: table, dialect)
    else { return nil }
    let old = difference.before.models[before]
    let fitted = difference.written.model(of: table, dialect).map { difference.written.models[$0] }
    return ModelVersions(
      before: old, fitted: fitted ?? old, after: difference.after.models[after],
      possible: described.models[possible],
      schemas: (difference.before, fitted == nil ? difference.before : difference.written, difference.after, described),
      enums: enums, rules: rules, dialect: dialect)
  }
}

/// The descriptions of a table.
struct ModelVersions {
  /// As it was when the schema was written.
  let before: IntrospectedModel
  /// As it was, without what couldn't be said in a schema.
  let fitted: IntrospectedModel
  /// As it is.
  let after: IntrospectedModel
  /// As it is, without what can't be said in a schema.
  let possible: IntrospectedModel
  let schemas:
    (
      before: IntrospectedSchema, fitted: IntrospectedSchema, after: IntrospectedSchema, possible: IntrospectedSchema
    )
  /// The lines of the enums as introspection has written them.
  let enums: Set<[String]>
  let rules: NamingRules
  let dialect: any CatalogDialect

  /// Whether the database has changed nothing, here or in what keeps anything from being said here.
  var isSame: Bool { before == after && fitted == possible }

  typealias Line = (text: String, field: IntrospectedField)

  /// The lines of a field in each of the descriptions.
  struct Lines {
    let old: Line
    let fitted: Line
    let new: Line
    let possible: Line

    /// What the database has changed, for people.
    var difference: String {
      "the database has '\(Self.words(new))' instead of '\(Self.words(old.text == new.text ? fitted : old))'"
    }

    private static func words(_ line: Line) -> String {
      String(line.text.drop { $0 != ":" }.dropFirst(2))
    }
  }

  /// The line of a field, without its comment.
  func line(of number: Int) -> String { line(number, of: possible, in: schemas.possible) }

  private func line(_ number: Int, of model: IntrospectedModel, in schema: IntrospectedSchema) -> String {
    var model = model
    model.fields[number].comment = nil
    return MemberLines(schema: schema, rules: rules).field(number, of: model)
  }

  /// The lines of the field that has some columns; `nil` if one of the descriptions has none.
  ///
  /// - Parameter relation: What the field of the schema refers to; `nil` if it is no relation.
  func lines(of columns: [String], as relation: IntrospectedField.Relation?) -> Lines? {
    if relation == nil, let column = columns.first, isShared(column, in: before), field(of: columns, in: after) == nil {
      // The relation alone has the column now, and the field beside it may stay.
      return nil
    }
    let becomesRelation = field(of: columns, in: self.fitted).map { !self.fitted.fields[$0].isRelation } ?? false
    guard let old = line(of: columns, in: before, schemas.before, as: relation, keepsRelation: false),
      let new = line(of: columns, in: after, schemas.after, as: relation, keepsRelation: becomesRelation),
      let possible = line(of: columns, in: possible, schemas.possible, as: relation, keepsRelation: becomesRelation)
    else { return nil }
    // Only what can be said is new.
    let fitted = line(of: columns, in: self.fitted, schemas.fitted, as: relation, keepsRelation: false)
    return Lines(
      old: old, fitted: fitted ?? old, new: new.field.isRelation == possible.field.isRelation ? new : possible,
      possible: possible)
  }

  /// Whether a column is a field beside a relation that has it as well.
  private func isShared(_ column: String, in model: IntrospectedModel) -> Bool {
    model.fields.contains { field in
      guard case .relation(let relation) = field.kind else { return false }
      return relation.sharedColumns.map(dialect.canonicalName).contains(column)
    }
  }

  private func field(of columns: [String], in model: IntrospectedModel) -> Int? {
    model.fields.firstIndex { !$0.columns.isEmpty && $0.columns.map(dialect.canonicalName) == columns }
  }

  private func line(
    of columns: [String], in model: IntrospectedModel, _ schema: IntrospectedSchema,
    as relation: IntrospectedField.Relation?, keepsRelation: Bool
  ) -> Line? {
    var model = model
    let number: Int
    if let found = field(of: columns, in: model) {
      number = found
      if let relation, !model.fields[found].isRelation {
        // A table that is gone can't be referred to.
        if schema.model(of: relation.table, dialect) != nil { model.fields[found].become(relation) }
      } else if relation == nil, !keepsRelation, let value = model.fields[found].columnField(columns[0], dialect) {
        model.fields[found] = value
      }
    } else if relation == nil, columns.count == 1,
      let part = model.fields.firstIndex(where: { $0.columnField(columns[0], dialect) != nil }),
      let value = model.fields[part].columnField(columns[0], dialect)
    {
      model.fields[part] = value
      number = part
    } else {
      // Without a foreign key, the columns of a relation are values.
      let parts = columns.compactMap { column in
        field(of: [column], in: model).map { model.fields[$0] }
          ?? model.fields.lazy.compactMap { $0.columnField(column, dialect) }.first
      }
      guard let relation, var joined = parts.first, parts.count == columns.count, columns.count > 1 else { return nil }
      joined.columns = parts.flatMap(\.columns)
      joined.isOptional = parts.contains(where: \.isOptional)
      joined.documentation = []
      joined.become(relation)
      number = model.fields.count
      model.fields.append(joined)
    }
    return (line(number, of: model, in: schema), model.fields[number])
  }

  /// The line of a constraint in the names of the schema; `nil` if its columns aren't those of fields.
  func line(of parts: ConstraintParts, overFieldsOf columns: [[String]]) -> String? {
    var rest = Set(parts.columns)
    for column in parts.columns where rest.contains(column) {
      // A column may belong to a relation as well.
      guard let field = columns.first(where: { $0.contains(column) && rest.isSuperset(of: $0) }) else { return nil }
      rest.subtract(field)
    }
    let lines = MemberLines(schema: schemas.possible, rules: rules)
    return parts.isUnique
      ? lines.unique(parts.written, of: possible) : lines.index(parts.written, of: possible)
  }
}

/// The columns of a unique constraint or an index.
struct ConstraintParts: Hashable {
  let isUnique: Bool
  let written: [IntrospectedModel.FoundPart]
  /// The columns as they are compared.
  let columns: [String]

  init(isUnique: Bool, _ written: [IntrospectedModel.FoundPart], _ dialect: any CatalogDialect) {
    (self.isUnique, self.written) = (isUnique, written)
    columns = written.map { dialect.canonicalName($0.column) }
  }

  /// The columns and their directions. A unique constraint has neither these nor an order.
  private var key: [[String]] {
    let words = zip(columns, written).map { [$0, $1.function?.rawValue ?? "", $1.isDescending ? "desc" : ""] }
    return isUnique ? words.sorted { $0.lexicographicallyPrecedes($1) } : words
  }

  /// Whether its parts are values, so that one over the columns of a field is an attribute of it.
  var isOfValues: Bool { written.allSatisfy { $0.function == nil } }

  static func == (one: Self, other: Self) -> Bool { one.isUnique == other.isUnique && one.key == other.key }

  func hash(into hasher: inout Hasher) { hasher.combine(key) }

  func isSame(as columns: [(name: String, function: String?, isDescending: Bool)]) -> Bool {
    let words = columns.map { [$0.name, $0.function ?? "", $0.isDescending ? "desc" : ""] }
    return isUnique ? Set(words) == Set(key) : key == words
  }
}

extension IntrospectedField {
  /// The field of one of a relation's columns; under the relation's name if it has no other.
  func columnField(_ column: String, _ dialect: any CatalogDialect) -> IntrospectedField? {
    guard case .relation(let relation) = kind,
      var field = relation.columnFields.first(where: { $0.columns.map(dialect.canonicalName) == [column] })
    else { return nil }
    if columns.count == 1 { field.name = name }
    return field
  }

  fileprivate mutating func become(_ relation: Relation) {
    kind = .relation(relation)
    (defaultText, attributes, rawType) = (nil, [], nil)
  }
}

extension IntrospectedModel {
  func constraints(_ kind: ConstraintSyntax.Kind, _ dialect: any CatalogDialect) -> [ConstraintParts] {
    switch kind {
    case .unique:
      uniques.map { ConstraintParts(isUnique: true, $0, dialect) }
    case .index: indexes.map { ConstraintParts(isUnique: false, $0, dialect) }
    case .primaryKey, .check: []
    }
  }
}

extension ExternalModel {
  /// The constraints over some columns that say nothing else.
  func constraints(_ kind: ConstraintSyntax.Kind, over parts: ConstraintParts) -> [ConstraintSyntax] {
    syntax.members.compactMap { member in
      guard case .constraint(let constraint) = member, constraint.kind == kind,
        constraint.options.allSatisfy({ $0.has(.name) })
      else { return nil }
      let found = constraint.columns.flatMap { column in
        (model.fields.firstIndex { $0.name == column.name.text }.map { columns[$0] } ?? [])
          .map { ($0, column.function?.text, column.isDescending) }
      }
      return parts.isSame(as: found) ? constraint : nil
    }
  }
}

extension String {
  var withoutSpaces: String { filter { !$0.isWhitespace } }

  /// The lines without spaces, in one order, as values that were added later come last.
  var sortedLines: [String] { split(whereSeparator: \.isNewline).map { String($0).withoutSpaces }.sorted() }
}
