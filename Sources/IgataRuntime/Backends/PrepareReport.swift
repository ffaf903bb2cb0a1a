/// What ``Store/prepare(_:)-(Schema.Type)`` did, and what it could not check.
public struct PrepareReport: Hashable, Sendable {
  /// A property of an existing table that the database doesn't report, and that may differ from the schema.
  public struct Note: Hashable, Sendable, CustomStringConvertible {
    /// The table's name in SQL, not quoted.
    public var table: String
    /// The column's name in SQL, not quoted; `nil` if the whole table is meant.
    public var column: String?
    /// The model and the field in the schema's words, such as `Account.amount`.
    public var field: String
    /// What is unknown, as a clause.
    public var text: String

    /// A note about a column or a table.
    public init(table: String, column: String? = nil, field: String, text: String) {
      self.table = table
      self.column = column
      self.field = field
      self.text = text
    }

    /// The location and the text.
    public var description: String {
      "\(field) (\([table, column ?? ""].filter { !$0.isEmpty }.joined(separator: "."))): \(text)"
    }
  }

  /// The tables that were created, by their names in SQL, in the order of the schema.
  public var createdTables: [String]
  /// The indexes that were added to existing tables, by their names in SQL.
  public var createdIndexes: [String]
  /// What could not be checked in existing tables, and was assumed to match the schema.
  public var notes: [Note]

  /// A report. Arguments that are left out are empty.
  public init(createdTables: [String] = [], createdIndexes: [String] = [], notes: [Note] = []) {
    self.createdTables = createdTables
    self.createdIndexes = createdIndexes
    self.notes = notes
  }

  /// Adds the report of another backend.
  public mutating func append(_ other: PrepareReport) {
    createdTables += other.createdTables
    createdIndexes += other.createdIndexes
    notes += other.notes
  }
}
