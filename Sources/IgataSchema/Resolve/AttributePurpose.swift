extension AttributeKind {
  /// What the attribute does, in one sentence.
  package var purpose: String {
    switch self {
    case .primaryKey: "The key of the model. A key of several fields is the member 'primaryKey(a, b)'."
    case .unique: "No two rows have the same value. Several fields: the member 'unique(a, b)'."
    case .index: "Rows are found by the field through an index. Several fields: the member 'index(a, b)'."
    case .column: "The name of the column in SQL."
    case .table: "The name of the table in SQL."
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
