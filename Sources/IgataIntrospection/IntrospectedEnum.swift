internal import IgataSchema
internal import IgataSyntax

/// An enum whose cases a database lists: by a type of PostgreSQL, or by a check.
package struct IntrospectedEnum: Sendable {
  package var name: String
  /// The values as they are stored, each with the name of its case.
  package private(set) var cases: [(name: String, value: String)] = []
  var documentation: [String] = []

  /// - Parameter names: Other names than the values for the cases.
  init(name: String, values: [String], names given: [String]? = nil) {
    self.name = name
    var names: Set<String> = []
    for (value, name) in zip(values, given ?? values) {
      let name = IntrospectedNames.distinct(Self.name(of: name), from: names)
      names.insert(name)
      cases.append((name, value))
    }
  }

  /// Gives the cases the names that they have in a schema, and the others names that it doesn't have. Returns how each
  /// was named.
  mutating func adoptNames(of type: EnumType) -> [String: String] {
    let known = type.cases.compactMap { item in
      if case .string(let value) = item.rawValue, !item.isUnknown { (value, item.name) } else { nil }
    }
    let names = Dictionary(known, uniquingKeysWith: { first, _ in first })
    var taken = Set(type.cases.map(\.name))
    var renamed: [String: String] = [:]
    for index in cases.indices {
      let new = names[cases[index].value] ?? IntrospectedNames.distinct(cases[index].name, from: taken)
      taken.insert(new)
      renamed[cases[index].name] = new
      cases[index].name = new
    }
    return renamed
  }

  func hasValues(of type: EnumType) -> Bool {
    Set(type.cases.map(\.rawValue)) == Set(cases.map { .string($0.value) })
  }

  /// Adds the cases of another one that it doesn't have.
  mutating func formUnion(_ other: IntrospectedEnum) {
    cases += other.cases.filter { new in !cases.contains { $0.value == new.value } }
  }

  private static func name(of value: String) -> String {
    let name = IntrospectedNames.field(value)
    return value.unicodeScalars.contains { $0.properties.isXIDContinue } ? name : "other"
  }

  /// The lines of the declaration.
  func lines() -> [String] {
    let cases = cases.map { "  " + Self.line($0) }
    return documentation.map(SchemaFile.documentation) + ["enum \(nameText(name)): String {"] + cases + ["}"]
  }

  static func line(_ declared: (name: String, value: String)) -> String {
    let raw = declared.name == declared.value ? "" : " = \(stringLiteral(declared.value))"
    return "case \(nameText(declared.name))\(raw)"
  }
}

extension IntrospectedSchema {
  /// Makes the type of a column an enum.
  ///
  /// - Parameter type: The name of the type of the database, which several columns can have; `nil` for a check.
  mutating func addEnum(_ values: [String], type: String?, to field: Int, of index: Int) {
    let model = models[index]
    let ofField = model.name + model.fields[field].name.capitalizedFirst
    let wanted = type.map { IntrospectedNames.model($0.nativeType ?? $0) } ?? ofField
    // A list has the enum of its elements.
    let known = enums.first { type != nil && $0.type?.nativeType == type?.nativeType }?.declared
    let taken = Set(models.map(\.name) + enums.map(\.declared.name))
    let new = IntrospectedEnum(name: IntrospectedNames.distinct(wanted, from: taken), values: values)
    let declared = known ?? new
    if known == nil { enums.append((type, declared)) }
    let isList = type?.hasSuffix("[]") == true
    models[index].fields[field].kind = .value(type: isList ? "[\(declared.name)]" : declared.name)
    models[index].fields[field].rawType = isList ? "[String]" : "String"
    if !isList, let text = models[index].fields[field].defaultText {
      let name = declared.cases.first { stringLiteral($0.value) == text }?.name
      models[index].fields[field].defaultText = name.map { ".\(nameText($0))" }
    }
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
