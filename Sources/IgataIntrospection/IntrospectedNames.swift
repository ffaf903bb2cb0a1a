internal import IgataLint
internal import IgataSchema
internal import IgataTables

/// The names that tables and columns get in a schema.
enum IntrospectedNames {
  /// The name of a model: the words of the table's name, the last in the singular.
  static func model(_ table: String) -> String {
    var parts = words(of: plain(table))
    if let last = parts.last { parts[parts.count - 1] = singular(of: last) }
    let name = upperCamelCase(parts)
    guard let first = name.unicodeScalars.first else { return "Table" }
    if !first.properties.isXIDStart { return "Table" + name }
    return isTaken(name) ? name + "Row" : name
  }

  /// The name of a type that has one already, as it is if it can be.
  static func type(_ name: String) -> String {
    guard let first = name.unicodeScalars.first, first.properties.isUppercase, !name.contains("_") else {
      return model(name)
    }
    return isTaken(name) ? name + "Row" : name
  }

  /// The name of a field.
  static func field(_ column: String) -> String {
    let parts = words(of: plain(column))
    let name = lowerCamelCase(parts)
    guard let first = name.unicodeScalars.first else { return "column" }
    return first.properties.isXIDStart ? name : lowerCamelCase(["column"] + parts)
  }

  /// The name of a relation by a column: without the word that says that it is a key.
  static func relation(_ column: String, to key: String) -> String {
    let parts = words(of: plain(column))
    for suffix in [words(of: plain(key)), ["id"], ["uuid"], ["key"]] where !suffix.isEmpty {
      if parts.count > suffix.count, Array(parts.suffix(suffix.count)) == suffix {
        return field(parts.dropLast(suffix.count).joined(separator: "_"))
      }
    }
    return field(column)
  }

  /// The name of a list of models.
  static func list(of model: String) -> String {
    NamingRules(tables: .style(.camelCase), isPlural: true).table(of: model)
  }

  /// The name, with the least number from 2 on that makes it different from the others.
  static func distinct(_ name: String, from others: Set<String>) -> String {
    if !others.contains(name) { return name }
    var number = 2
    while others.contains("\(name)\(number)") { number += 1 }
    return "\(name)\(number)"
  }

  /// Whether a name is another one, perhaps with the number that ``distinct(_:from:)`` adds.
  static func isNumbered(_ name: String, _ wanted: String) -> Bool {
    name.hasPrefix(wanted) && name.dropFirst(wanted.count).allSatisfy(\.isNumber)
  }

  /// The name with `_` instead of everything that no name of the language has.
  private static func plain(_ name: String) -> String {
    String(String.UnicodeScalarView(name.unicodeScalars.map { $0.properties.isXIDContinue ? $0 : "_" }))
  }

  /// The English singular of a word, for the usual endings.
  static func singular(of word: String) -> String {
    if let irregular = ["people": "person", "children": "child", "series": "series", "species": "species"][word] {
      return irregular
    }
    if word.count < 4 || word == "news" { return word }
    let endings = [("ies", "y"), ("sses", "ss"), ("xes", "x"), ("ches", "ch"), ("shes", "sh"), ("zes", "z")]
    for (plural, singular) in endings where word.hasSuffix(plural) { return word.dropLast(plural.count) + singular }
    let isSingular = ["ss", "us", "is"].contains { word.hasSuffix($0) }
    return word.hasSuffix("s") && !isSingular ? String(word.dropLast()) : word
  }

  /// Whether generated code would mean another type by the name.
  private static func isTaken(_ name: String) -> Bool {
    return swiftTypes.contains(name) || name == "Store" || Scalar(named: name) != nil
  }
}
