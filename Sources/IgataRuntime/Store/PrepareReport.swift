/// What ``Store/prepare(_:)-(Schema.Type)`` did, and what it could not see.
public struct PrepareReport: Hashable, Sendable {
  /// Something about a table that was there which the database does not tell, and which the schema may have wrong.
  public struct Note: Hashable, Sendable, CustomStringConvertible {
    /// The table's name in SQL, not quoted.
    public var table: String
    /// The column's name in SQL, not quoted; `nil` if the whole table is meant.
    public var column: String?
    /// The model and the field in the schema's words, such as `Account.amount`.
    public var field: String
    /// What is not known, as a clause.
    public var text: String

    /// A note about a column, or a table.
    public init(table: String, column: String? = nil, field: String, text: String) {
      self.table = table
      self.column = column
      self.field = field
      self.text = text
    }

    /// The place and the text.
    public var description: String {
      "\(field) (\([table, column ?? ""].filter { !$0.isEmpty }.joined(separator: "."))): \(text)"
    }
  }

  /// The tables that were made, by their names in SQL, in the order of the schema.
  public var createdTables: [String]
  /// The indexes that were added to tables that were there, by their names in SQL.
  public var createdIndexes: [String]
  /// What could not be seen of tables that were there, and was taken to be as the schema has it.
  public var notes: [Note]

  /// A report; what is left out is empty.
  public init(createdTables: [String] = [], createdIndexes: [String] = [], notes: [Note] = []) {
    self.createdTables = createdTables
    self.createdIndexes = createdIndexes
    self.notes = notes
  }

  /// Adds what another backend did.
  public mutating func append(_ other: PrepareReport) {
    createdTables += other.createdTables
    createdIndexes += other.createdIndexes
    notes += other.notes
  }
}
