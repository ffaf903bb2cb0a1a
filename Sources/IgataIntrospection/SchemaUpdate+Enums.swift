internal import IgataSchema
internal import IgataSyntax

// The enums of a schema that follows its database: their names stay, and values that are new become cases.

extension IntrospectedSchema {
  /// Gives an enum another name, wherever it is used.
  mutating func renameEnum(_ name: String, to new: String) {
    for index in enums.indices where enums[index].declared.name == name { enums[index].declared.name = new }
    for model in models.indices {
      for field in models[model].fields.indices where models[model].fields[field].isValue(of: name) {
        let isList = models[model].fields[field].rawType?.hasPrefix("[") == true
        models[model].fields[field].kind = .value(type: isList ? "[\(new)]" : new)
      }
    }
  }

  /// Gives the enums the names that they have in a schema, and the others names that it doesn't have.
  ///
  /// - Parameter uses: For each described enum that a field of the schema has, its name there.
  mutating func adoptEnumNames(_ uses: [String: String], of schema: Schema) {
    // By numbers first, as one may have the former name of another.
    let names = enums.map(\.declared.name)
    for (number, name) in names.enumerated() { renameEnum(name, to: "\(number)") }
    var taken = Set(schema.enums.map(\.name) + schema.newtypes.map(\.name) + schema.structs.map(\.name))
    taken.formUnion(models.map(\.name))
    taken.formUnion(schema.models.map(\.name))
    for (number, name) in names.enumerated() {
      let new = uses[name] ?? IntrospectedNames.distinct(name, from: taken)
      taken.insert(new)
      renameEnum("\(number)", to: new)
    }
  }
}

extension SourceEdits {
  /// Adds the values of described enums that the schema's enums with their names don't have, and the enums that it
  /// doesn't have and that `isUsed` in what is added. Returns what was added.
  mutating func add(
    _ enums: [IntrospectedEnum], to schema: Schema, _ declarations: [DeclarationSyntax], isUsed: (String) -> Bool
  ) -> [String] {
    var changes: [String] = []
    for described in enums {
      guard let known = schema.enums.first(where: { $0.name == described.name }) else {
        if isUsed(described.name) { append(described.lines()) }
        continue
      }
      let syntax = declarations.lazy.compactMap { if case .enum(let syntax) = $0 { syntax } else { nil } }
        .first { $0.name?.text == known.name }
      guard let last = syntax?.cases.last, known.rawType == .string, !known.cases.contains(where: \.isUnknown) else {
        continue
      }
      var names = Set(known.cases.map(\.name))
      for (name, value) in described.cases where !known.cases.contains(where: { $0.rawValue == .string(value) }) {
        let name = IntrospectedNames.distinct(name, from: names)
        names.insert(name)
        insert(IntrospectedEnum.line((name, value)), after: last.range)
        changes.append("added \(known.name).\(name): the value '\(value)' is new")
      }
    }
    return changes
  }
}
