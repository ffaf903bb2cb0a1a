import IgataSyntax
import IgataTables

/// The attributes of the language.
package enum AttributeKind: String, CaseIterable, Sendable {
  case primaryKey, unique, index, column, onDelete, onUpdate, references, columns, inverse, joinTable, unordered
  case length, range, pattern, precision
  case renamed, backfill, deprecated, sensitive, updatedAt, version, allow
  case table, external, readOnly, stored, unknown
  case swift

  /// What an attribute can be used on.
  package enum Target: String, CaseIterable, Sendable {
    case modelField = "a field of a model"
    case structField = "a field of a struct"
    case model = "a model"
    case structure = "a struct"
    case newtype = "a type"
    case enumeration = "an enum"
    case enumCase = "a case of an enum"
  }

  package var targets: [Target] {
    switch self {
    case .primaryKey, .onDelete, .onUpdate, .references, .columns, .inverse, .joinTable, .unordered, .updatedAt,
      .version, .stored:
      [.modelField]
    case .unique, .index, .column, .sensitive: [.modelField, .structField]
    case .length, .range, .pattern, .precision: [.modelField, .structField, .newtype]
    case .swift: [.newtype]
    case .renamed: [.modelField, .structField, .model, .enumCase]
    case .backfill: [.modelField, .structField, .newtype, .enumeration]
    case .deprecated, .allow: Target.allCases
    case .table, .external: [.model]
    case .readOnly: [.modelField, .model]
    case .unknown: [.enumCase]
    }
  }

  /// The form of the attribute's arguments, for messages.
  package var form: String {
    switch self {
    case .primaryKey, .unique, .index, .sensitive, .updatedAt, .version, .external, .readOnly, .unknown,
      .unordered: "@\(rawValue)"
    case .column, .table: "@\(rawValue)(\"name\")"
    case .joinTable: "@joinTable(\"name\"), or @joinTable(\"name\", \"owner_id\", \"target_id\")"
    case .onDelete: "@onDelete(cascade), (restrict), (nullify), (noAction) or (unconstrained)"
    case .onUpdate: "@onUpdate(cascade), (restrict) or (noAction)"
    case .references: "@references(field), or several fields"
    case .columns: "@columns(\"owner_id\"), or several names"
    case .inverse: "@inverse(field)"
    case .length: "@length(1...100)"
    case .range: "@range(1...5)"
    case .pattern: "@pattern(\"regex\")"
    case .swift: "@swift(\"Type\"), or @swift(\"Type\", import: \"Module\")"
    case .precision: "@precision(12, 2)"
    case .stored:
      "@stored(as: text), (as: text(3)), (as: text(iso)), (as: seconds), (as: milliseconds), (as: compact), "
        + "(as: local), (as: number) or (as: native(\"type\"))"
    case .renamed: "@renamed(from: \"old\")"
    case .backfill:
      "@backfill(value), (rounded), (truncated), (clamped), (none), (sql: \"…\") or (swift: \"name({field})\")"
    case .deprecated: "@deprecated(\"why\")"
    case .allow: "@allow(rule, \"why\")"
    }
  }

  /// The form of the arguments in parentheses.
  package enum ArgumentForm: Sendable {
    case none, sqlName, sqlNames
    case text
    case field, fields, deleteRule, updateRule, length, range, precision, rules, swiftType, formerNames, backfill
    case storedForm
  }

  package var argumentForm: ArgumentForm {
    switch self {
    case .primaryKey, .unique, .index, .sensitive, .updatedAt, .version, .external, .readOnly, .unknown,
      .unordered: .none
    case .column, .table: .sqlName
    case .joinTable, .columns: .sqlNames
    case .pattern, .deprecated: .text
    case .renamed: .formerNames
    case .backfill: .backfill
    case .swift: .swiftType
    case .onDelete: .deleteRule
    case .onUpdate: .updateRule
    case .inverse: .field
    case .references: .fields
    case .length: .length
    case .range: .range
    case .precision: .precision
    case .stored: .storedForm
    case .allow: .rules
    }
  }

  /// The labels that its arguments can have.
  package var labels: [String] {
    let labels: [ArgumentLabel] =
      switch self {
      case .renamed: [.from]
      case .backfill: [.sql, .sqlite, .postgresql, .swift]
      case .swift: [.import]
      case .stored: [.as]
      default: []
      }
    return labels.map(\.rawValue)
  }

  /// The words that its arguments can be, beside names in the schema and rules.
  package var words: [String] {
    switch self {
    case .onDelete: DeleteRule.allCases.map(\.rawValue)
    case .onUpdate: UpdateRule.allCases.map(\.rawValue)
    case .backfill: BackfillArgument.Conversion.allCases.map(\.rawValue) + [BackfillArgument.noValue]
    case .stored: ["text", "seconds", "milliseconds", "compact", "local", "number", "native"]
    default: []
    }
  }

  /// The flag that the attribute sets in a field.
  var flag: FieldFlags {
    switch self {
    case .unique: .unique
    case .index: .indexed
    case .sensitive: .sensitive
    case .updatedAt: .updatedAt
    case .version: .version
    case .readOnly: .readOnly
    default: []
    }
  }

  /// A requirement that a field must meet for the attribute to apply to it.
  package enum Requirement: Sendable {
    case unique, indexable, column, columns, relation, storedRelation, reference, inverse, ownedModelList
    case number, string, decimal, changingDate, changingInteger, external, onlyRead
  }

  package var requirement: Requirement? {
    switch self {
    case .unique: .unique
    case .index: .indexable
    case .column, .backfill: .column
    case .onDelete: .relation
    case .onUpdate: .storedRelation
    case .references: .reference
    case .columns: .columns
    case .inverse: .inverse
    case .joinTable, .unordered: .ownedModelList
    case .range: .number
    case .length, .pattern: .string
    case .precision: .decimal
    case .updatedAt: .changingDate
    case .version: .changingInteger
    case .stored: .external
    case .readOnly: .onlyRead
    case .primaryKey, .renamed, .deprecated, .sensitive, .allow, .swift, .table, .external, .unknown: nil
    }
  }

  /// The equivalent of this attribute on another target, or what to write instead.
  func counterpart(on target: Target) -> String? {
    switch (self, target) {
    case (.table, .modelField), (.table, .structField): "@column"
    case (.column, .model): "@table"
    case (.external, .modelField): "'@external' after the name of the model"
    case (.primaryKey, .model), (.unique, .model), (.index, .model): "\(rawValue)(…) between the braces"
    case (.onDelete, .model), (.onUpdate, .model), (.references, .model), (.columns, .model), (.inverse, .model),
      (.joinTable, .model), (.unordered, .model), (.updatedAt, .model), (.version, .model):
      "'@\(rawValue)' on a field"
    default: nil
    }
  }
}

extension AttributeKind {
  /// What the attribute does, in one sentence for editors.
  package var purpose: String {
    switch self {
    case .primaryKey: "The key of the model. A key of several fields is the member 'primaryKey(a, b)'."
    case .unique: "No two rows have the same value. Several fields: the member 'unique(a, b)'."
    case .index: "Rows are found by the field through an index. Several fields: the member 'index(a, b)'."
    case .column: "The name of the column in SQL."
    case .table: "The name of the table in SQL."
    case .external: "Another program makes and changes the table: nothing is created, and a save writes what changed."
    case .readOnly: "Nothing is written there: a view, a table without a key, or a value that the database computes."
    case .stored: "The form in which another program keeps the values."
    case .onDelete: "What happens to the row when the row that it refers to is deleted."
    case .onUpdate: "What happens to the row when the key that it refers to is changed by another program."
    case .references: "The unique fields of the target that the relation refers to, instead of its key."
    case .columns: "The columns of the foreign key, or of the struct, in the order of what they refer to."
    case .inverse: "The relation of the target whose other side this field is. Nothing is stored here."
    case .joinTable: "The table that stores a many-to-many relation, and optionally its key columns."
    case .unordered: "The join table has no position: the list is in the order of its models' keys."
    case .length: "The least and the greatest number of Unicode scalars, bytes or elements."
    case .range: "The least and the greatest value."
    case .pattern: "A regular expression that the whole text must match."
    case .precision: "The number of digits, and how many of them are decimal places."
    case .renamed: "The former name, whose rows or values it has."
    case .backfill: "What existing rows get where what they have doesn't fit."
    case .deprecated: "The reason that code which uses the name is warned with."
    case .sensitive: "The value doesn't appear in descriptions, logs or errors."
    case .updatedAt: "The time of the last save, which each save sets."
    case .version: "Incremented by each save; stale writes are rejected."
    case .allow: "A lint rule that isn't reported here, and the reason."
    case .unknown: "The case that holds raw values that no other case has."
    case .swift: "A Swift type of your own in place of a generated one."
    }
  }
}
