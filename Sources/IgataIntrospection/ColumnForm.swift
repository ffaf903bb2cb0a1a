@_spi(Backend) package import IgataSQL
internal import IgataSyntax
internal import IgataTables

/// The type that a column gets in a schema.
package enum ColumnForm: Hashable {
  /// A type of the language, and what it was concluded from.
  ///
  /// - Parameters:
  ///   - rawType: The type that holds the values as they are stored, if it is another one.
  ///   - isGuess: Whether no row shows it.
  case type(
    String, attributes: [String] = [], comment: String? = nil, rawType: String? = nil, isGuess: Bool = false)
  /// No type of the language holds what is there.
  case none(reason: String)

  // MARK: SQLite

  /// By the declared type and, where that says little, by the rows.
  ///
  /// - Parameter isKey: Whether it identifies rows, or those of another table.
  package init(sqlite column: FoundColumn, isKey: Bool, _ rows: ColumnRows) {
    let declared = column.type.uppercased()
    let isFlag = declared.contains("BOOL") || declared.replacing(" ", with: "") == "TINYINT(1)"
    let digits = isKey ? nil : DeclaredDecimal(declared)
    let classes = [
      (rows.integers, "whole numbers"), (rows.reals, "fractions"), (rows.texts, "texts"), (rows.blobs, "bytes"),
    ].filter { $0.0 > 0 }.map(\.1)
    switch classes {
    case [] where isKey && !Self.isReal(declared) && (Self.isFraction(declared) || DeclaredDecimal(declared) != nil):
      self = .type("Int", comment: "no rows: declared \(declared)")
    case []: self = Self.withoutRows(declared, isFlag: isFlag)
    case _ where rows.forms == [.number] && digits?.isInteger == false:
      self = Self.decimal(digits, comment: rows.note, rawType: rows.rawFraction)
    case _ where !rows.forms.isEmpty && rows.forms != [.number]:
      let form = rows.forms[0]
      self = .type(
        form.scalar.name, attributes: form.attributes, comment: rows.note,
        rawType: classes == ["texts"] ? "String" : "Int")
    case ["whole numbers"] where isFlag && rows.flags == rows.integers: self = .type("Bool")
    case ["whole numbers"] where digits?.isInteger == true: self = .type("Int")
    case ["whole numbers"] where Self.isFraction(declared) && !isKey && rows.areExactFractions:
      self = .type("Double", comment: "\(rows.note), declared \(column.type): whole numbers")
    case ["whole numbers"]: self = .type("Int", comment: Self.comment(declared, "whole numbers", rows))
    case ["fractions"], ["whole numbers", "fractions"]: self = .type("Double")
    case ["texts"] where rows.documents == rows.texts: self = .type("JSON", comment: "\(rows.note): JSON")
    case ["texts"]: self = .type("String", comment: Self.comment(declared, "texts", rows))
    case ["bytes"] where rows.blobs16 == rows.blobs && ["UUID", "GUID"].contains { declared.contains($0) }:
      self = .type("UUID")
    case ["bytes"]: self = .type("Data")
    default: self = .none(reason: "its rows hold \(classes.joined(separator: " and "))")
    }
  }

  private static func withoutRows(_ declared: String, isFlag: Bool) -> ColumnForm {
    let types = [
      ("INT", "Int"), ("CHAR", "String"), ("CLOB", "String"), ("TEXT", "String"), ("BLOB", "Data"), ("REAL", "Double"),
      ("FLOA", "Double"), ("DOUB", "Double"),
    ]
    if isFlag { return .type("Bool", comment: "no rows", isGuess: true) }
    if let type = types.first(where: { declared.contains($0.0) })?.1 { return .type(type, isGuess: true) }
    if declared.isEmpty { return .none(reason: "it has no type, and no row shows one") }
    let comment = "no rows: declared \(declared); compare with what its program writes"
    if let digits = DeclaredDecimal(declared) {
      guard digits.isInteger else { return decimal(digits, comment: comment, isGuess: true) }
      return .type("Int", comment: comment, isGuess: true)
    }
    if declared.contains("DATETIME") || declared.contains("TIMESTAMP") {
      let form = StoredForm.dateText(.plain(digits: nil))
      return .type("Date", attributes: form.attributes, comment: comment, rawType: "String", isGuess: true)
    }
    if declared == "DATE" { return .type("Day", comment: comment, rawType: "String", isGuess: true) }
    return .type(isFraction(declared) ? "Double" : "String", comment: comment, isGuess: true)
  }

  /// Exact numbers, as which SQLite reads and writes fractions.
  private static func decimal(
    _ digits: DeclaredDecimal?, comment: String, rawType: String = "Double", isGuess: Bool = false
  ) -> ColumnForm {
    let attributes = [digits?.attribute].compactMap(\.self) + StoredForm.number.attributes
    return .type("Decimal", attributes: attributes, comment: comment, rawType: rawType, isGuess: isGuess)
  }

  private static func isFraction(_ declared: String) -> Bool {
    isReal(declared) || ["DEC", "NUMERIC", "MONEY"].contains { declared.contains($0) }
  }

  /// Whether the column keeps all numbers as fractions.
  private static func isReal(_ declared: String) -> Bool {
    ["REAL", "FLOA", "DOUB"].contains { declared.contains($0) }
  }

  /// What the rows showed, if the declared type says something else.
  private static func comment(_ declared: String, _ found: String, _ rows: ColumnRows) -> String? {
    let isSaid = found == "texts" ? ["CHAR", "CLOB", "TEXT"] : ["INT"]
    if isSaid.contains(where: declared.contains) { return nil }
    return "\(rows.note), declared \(declared.isEmpty ? "without a type" : declared): \(found)"
  }

  // MARK: PostgreSQL

  /// By the type alone, which the server enforces.
  package init(postgresql column: FoundColumn) {
    var type = column.type
    if let native = type.nativeType {
      let name = type.hasSuffix("[]") ? "[String]" : "String"
      self = .type(name, attributes: ["@stored(as: native(\(stringLiteral(native))))"])
      return
    }
    if type.hasPrefix("timestamp"), type.hasSuffix(" without time zone") {
      let digits = type.contains("(") ? type.split { !$0.isNumber }.first.flatMap { Int($0) } : nil
      let form = StoredForm.local(digits: digits == 6 ? nil : digits)
      self = .type("Date", attributes: form.attributes)
      return
    }
    let isList = type.hasSuffix("[]")
    if isList { type.removeLast(2) }
    guard let (name, attributes) = Self.postgresqlType(type) else {
      self = .none(reason: "no type of the language holds \(column.type)")
      return
    }
    self = isList ? .type("[\(name)]") : .type(name, attributes: attributes)
  }

  private static func postgresqlType(_ type: String) -> (name: String, attributes: [String])? {
    let names = [
      "boolean": "Bool", "smallint": "Int16", "integer": "Int32", "bigint": "Int", "real": "Float",
      "double precision": "Double", "text": "String", "citext": "String", "character varying": "String",
      "name": "String", "uuid": "UUID", "timestamp with time zone": "Date", "date": "Day", "jsonb": "JSON",
      "json": "JSON", "bytea": "Data", "numeric": "Decimal",
    ]
    if let name = names[type] ?? (type.hasSuffix(".citext") ? "String" : nil) { return (name, []) }
    let arguments = type.split { !$0.isNumber }.compactMap { Int($0) }
    if type.hasPrefix("character varying("), arguments.count == 1 { return ("String", ["@length(...\(arguments[0]))"]) }
    if type.hasPrefix("character("), arguments.count == 1 { return ("String", ["@length(...\(arguments[0]))"]) }
    if type.hasPrefix("timestamp("), type.hasSuffix(" with time zone"), let digits = arguments.first {
      return ("Date", digits == 6 ? [] : StoredForm.local(digits: digits).attributes)
    }
    guard type.hasPrefix("numeric("), arguments.count == 2, !type.contains("-") else { return nil }
    // More digits than a `Decimal` has are stored, and mostly not used.
    return ("Decimal", arguments[0] > 38 ? [] : ["@precision(\(arguments[0]), \(arguments[1]))"])
  }
}

extension String {
  /// The name of an enum type, as the catalog spells the type of a column.
  var nativeType: String? {
    let prefix = "the enum type "
    guard hasPrefix(prefix) else { return nil }
    let name = dropFirst(prefix.count).dropLast(hasSuffix("[]") ? 2 : 0)
    guard name.first == "\"", name.count > 1 else { return String(name) }
    return String(name.dropFirst().dropLast()).replacing("\"\"", with: "\"")
  }
}
