import TestSupport

/// A value as SQLite stores it.
enum Cell: Hashable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  /// The keys of a list.
  case list([Int64])

  /// The value as a literal.
  var sql: String {
    switch self {
    case .null: "NULL"
    case .integer(let number): String(number)
    case .real(let number): "\(number)"
    case .text(let text): text.replacing("'", with: "''").quoted("'")
    case .list: "NULL"
    }
  }

  /// The value as SQLite prints it.
  var printed: String? {
    switch self {
    case .null: nil
    case .integer(let number): String(number)
    case .real(let number): "\(number)"
    case .text(let text): text
    case .list(let keys): "\(keys)"
    }
  }

  var number: Int64? { if case .integer(let number) = self { number } else { nil } }
}

extension String {
  func quoted(_ mark: String) -> String { mark + self + mark }
}

/// A schema that changes, with its rows. What a change means for them is applied to ``ModelDraft/rows`` by itself, apart
/// from everything that is tested.
struct Draft {
  var models: [ModelDraft] = []
  var enums: [EnumDraft] = []
  var structs: [StructDraft] = []
  var reservedModels: [String] = []
  private var count = 0

  /// A name that was never used.
  mutating func name(_ prefix: String) -> String {
    count += 1
    return "\(prefix)\(count)"
  }

  /// The schema, with what it says about the step from the one before.
  var text: String {
    let reserved = reservedModels.isEmpty ? "" : "reserved \(reservedModels.joined(separator: ", "))\n\n"
    return reserved + enums.map(\.text).joined() + structs.map(\.text).joined() + models.map { $0.text(self) }.joined()
  }

  /// Forgets what was said about the last step, as sealing does.
  mutating func seal() {
    for index in enums.indices {
      enums[index].backfill = nil
      for item in enums[index].cases.indices { enums[index].cases[item].formerNames = [] }
    }
    for index in models.indices {
      models[index].formerName = nil
      models[index].isMade = false
      models[index].mayStop = false
      for field in models[index].fields.indices {
        models[index].fields[field].formerName = nil
        models[index].fields[field].backfill = nil
        models[index].fields[field].mayStop = false
        models[index].fields[field].isTouched = false
      }
    }
  }
}

struct EnumDraft {
  struct Case {
    var name: String
    var raw: String
    var formerNames: [String] = []
  }

  var name: String
  var cases: [Case]
  var reserved: [String] = []
  var backfill: String?

  var text: String {
    var text = "enum \(name): String\(backfill.map { " @backfill(.\($0))" } ?? "") {\n"
    for item in cases {
      let names = item.formerNames.map { $0.quoted("\"") }.joined(separator: ", ")
      text += "  case \(item.name) = \"\(item.raw)\"\(names.isEmpty ? "" : " @renamed(from: \(names))")\n"
    }
    return text + (reserved.isEmpty ? "" : "\n  reserved \(reserved.joined(separator: ", "))\n") + "}\n\n"
  }
}

/// A struct whose fields have types that nothing changes.
struct StructDraft {
  var name: String
  var fields: [FieldDraft]

  var text: String { "struct \(name) {\n\(fields.map { "  \($0.text)\n" }.joined())}\n\n" }
}

struct ModelDraft {
  enum Key: Hashable {
    /// A number that rows have.
    case number
    /// A number that the database makes.
    case counter
    /// A number with another one that is seven times as large.
    case composite
  }

  var name: String
  var key = Key.number
  /// Whether this step has made it, with rows.
  var isMade = false
  var formerName: String?
  var fields: [FieldDraft] = []
  var reserved: [String] = []
  /// The names of the fields that have indexes, each with the key, and whether it is a unique one.
  var indexes: [String: Bool] = [:]
  /// Whether the step can stop for the sake of a unique.
  var mayStop = false
  /// The fields' values, by the fields' names.
  var rows: [[String: Cell]] = []

  func text(_ draft: Draft) -> String {
    var text = "model \(name)\(formerName.map { " @renamed(from: \"\($0)\")" } ?? "")"
    text += mayStop ? " @allow(may-stop, \"no\") {\n" : " {\n"
    switch key {
    case .number: text += "  id: Int64 @primaryKey\n"
    case .counter: text += "  id: Int64 = autoincrement() @primaryKey\n"
    case .composite: text += "  id: Int64\n  sub: Int64\n  primaryKey(id, sub)\n"
    }
    for field in fields {
      text += "  \(field.text)"
      // A relation back isn't the other side.
      if case .list = field.kind { text += " @joinTable(\"\(name.lowercased())_\(field.name)\")" }
      text += "\n"
    }
    for (field, isUnique) in indexes.sorted(by: { $0.key < $1.key }) {
      text += "  \(isUnique ? "unique" : "index")(id, \(field))\n"
    }
    if !reserved.isEmpty { text += "  reserved \(reserved.joined(separator: ", "))\n" }
    return text + "}\n\n"
  }
}

struct FieldDraft {
  enum Kind: Hashable {
    case int16, int32, int64, bool, double, currency
    /// A text with a maximum length.
    case text(Int?)
    /// A number with a maximum.
    case bounded(Int64)
    /// The index of the enum.
    case enumeration(String)
    case relation(String)
    case list(String)
    case structure(String)

    /// The model that a relation or a list leads to.
    var target: String? {
      switch self {
      case .relation(let name), .list(let name): name
      default: nil
      }
    }

    /// Whether the value is in one column of the model's own.
    var isValue: Bool {
      switch self {
      case .relation, .list, .structure: false
      default: true
      }
    }
  }

  var name: String
  var kind: Kind
  var isOptional: Bool
  var defaultValue: Cell?
  var formerName: String?
  var backfill: String?
  /// The column, if it isn't named after the field.
  var column: String?
  var deleteRule = "restrict"
  /// Whether this step has changed it already.
  var isTouched = false
  /// Whether the step can stop for the sake of the field.
  var mayStop = false
  /// Whether new rows refer to rows that no other row has; of a list, whether it has one element at most.
  var isDistinct = false

  var columnName: String {
    if let column { return column }
    if case .relation = kind { return "\(name)_id" }
    return name
  }

  var text: String {
    var words = ["\(name): \(typeText)\(isOptional ? "?" : "")"]
    if let defaultValue { words.append("= \(literal(defaultValue))") }
    if let column { words.append("@column(\"\(column)\")") }
    switch kind {
    case .text(let length?): words.append("@length(...\(length))")
    case .bounded(let maximum): words.append("@range(...\(maximum))")
    case .relation: words.append("@onDelete(\(deleteRule))")
    default: break
    }
    if let formerName { words.append("@renamed(from: \"\(formerName)\")") }
    if let backfill { words.append("@backfill(\(backfill))") }
    if mayStop { words.append("@allow(may-stop, \"no\")") }
    return words.joined(separator: " ")
  }

  private var typeText: String {
    switch kind {
    case .int16: "Int16"
    case .int32: "Int32"
    case .int64, .bounded: "Int64"
    case .bool: "Bool"
    case .double: "Double"
    case .currency: "Currency"
    case .text: "String"
    case .enumeration(let name), .relation(let name), .structure(let name): name
    case .list(let name): "[\(name)]"
    }
  }

  /// A value as the schema language has it.
  func literal(_ cell: Cell) -> String {
    switch (kind, cell) {
    case (_, .null): "nil"
    case (.bool, .integer(let number)): number == 1 ? "true" : "false"
    case (.currency, .integer(let number)): "\(number / 1000).\(String(abs(number % 1000) + 1000).dropFirst())"
    case (_, .integer(let number)): String(number)
    case (_, .real(let number)): "\(number)"
    case (_, .text(let text)): text.quoted("\"")
    case (_, .list): "[]"
    }
  }
}
