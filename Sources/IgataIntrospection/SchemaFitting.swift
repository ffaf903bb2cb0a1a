internal import IgataDiagnostics
@_spi(Backend) package import IgataRuntime
package import IgataSchema
internal import IgataSyntax

/// Takes back what a schema says too much, until it compiles and the database has it.
package struct SchemaFitting {
  package private(set) var schema: IntrospectedSchema
  private let names: NamingRules

  package init(_ schema: IntrospectedSchema, _ names: NamingRules) {
    self.schema = schema
    self.names = names
  }

  /// The schema, resolved. What doesn't compile is taken back; `nil` if an error is of nothing that could be.
  package mutating func resolved() -> Schema? {
    while true {
      let file = SchemaFile(schema, names)
      let (tree, syntaxErrors) = parse(file.source, file: 0)
      let (resolved, findings) = resolve([tree], options: ResolveOptions(names: names), syntaxErrors: syntaxErrors)
      let errors = (syntaxErrors + findings).filter { $0.severity == .error }
      if errors.isEmpty { return resolved }
      let lines = LineOffsets(file.lines)
      var changed: Set<String> = []
      for error in errors {
        // One at a time for each model, as the numbers of its fields change.
        guard let (model, part) = file.owners[lines.line(at: error.range.start)],
          changed.insert(schema.models[model].table).inserted
        else { continue }
        if makeOptional(part, of: model, because: error) { continue }
        if takeBackDefault(part, of: model, because: error) { continue }
        let count = fieldCount
        takeBack(part, ofTable: schema.models[model].table, because: error.message)
        // The numbers of other models' fields may have changed with it.
        if fieldCount != count { break }
      }
      if changed.isEmpty { return nil }
    }
  }

  /// Takes back what `prepare` refuses. Returns whether the schema says less.
  package mutating func takeBack(_ differences: [SchemaDifference]) -> Bool {
    let size = schema.size
    var changed: Set<String> = []
    for difference in differences where changed.insert(difference.table).inserted {
      let reason = difference.found.map { "it is \($0)" } ?? difference.problem
      guard let model = schema.models.first(where: { $0.table == difference.table }) else { continue }
      // What differs may be the foreign key, which says less than the columns.
      let field = difference.column.flatMap { column in
        model.fields.firstIndex { $0.isLinked && $0.columns.contains(column) } ?? model.field(of: column)
      }
      takeBack(field.map { .field($0) } ?? .whole, ofTable: difference.table, because: reason)
    }
    return schema.size != size
  }

  /// Adds the other side of each relation, which shows what refers to a row.
  package mutating func addInverses() {
    for model in schema.models {
      for field in model.fields {
        guard case .relation(let relation) = field.kind,
          let target = schema.models.firstIndex(where: { $0.table == relation.table })
        else { continue }
        let others = Set(schema.models[target].fields.map(\.name))
        schema.models[target].fields.append(model.inverse(of: field, apartFrom: others))
      }
    }
  }

  /// Leaves a table out, and makes what refers to it values.
  mutating func leaveOut(table: String) {
    if let index = schema.models.firstIndex(where: { $0.table == table }) { remove(index, because: "it is left out") }
  }

  /// Makes what refers to a column values, as the column is left out.
  mutating func leaveOut(column: String, ofTable table: String) {
    for index in schema.models.indices {
      for number in schema.models[index].fields.indices.reversed() {
        guard case .relation(let relation) = schema.models[index].fields[number].kind, relation.table == table,
          relation.targetColumns.contains(column)
        else { continue }
        separate(relation, number, of: index, because: "'\(column)' is left out")
      }
    }
  }

  // MARK: Taking back

  private var fieldCount: Int { schema.models.map(\.fields.count).reduce(0, +) }

  private mutating func takeBack(_ part: SchemaFile.Part, ofTable table: String, because reason: String) {
    guard let index = schema.models.firstIndex(where: { $0.table == table }) else { return }
    switch part {
    case .whole:
      if schema.models[index].name.hasSuffix("Row") { return remove(index, because: reason) }
      schema.models[index].name += "Row"
    case .member(.unique(let number)): schema.models[index].uniques.remove(at: number)
    case .member(.index(let number)): schema.models[index].indexes.remove(at: number)
    case .member(.key):
      let key = Set(schema.models[index].key)
      let relation = schema.models[index].fields.firstIndex { field in
        if case .relation = field.kind { !key.isDisjoint(with: field.ownColumns) } else { false }
      }
      guard let relation else { return remove(index, because: reason) }
      takeBack(.field(relation), ofTable: table, because: reason)
    case .field(let number): takeBack(field: number, of: index, because: reason)
    case .enumeration(let name):
      for model in schema.models.indices {
        for field in schema.models[model].fields.indices where schema.models[model].fields[field].isValue(of: name) {
          takeBackEnum(field, of: model)
        }
      }
    }
  }

  /// Why a relation is optional whose column is never null.
  static let neverNull = [
    "required relations would form a cycle", "what it refers to may be", "ON DELETE SET NULL fails there",
  ]

  /// Makes a required relation optional which can't be one for the models that it refers to. Its column is never null.
  private mutating func makeOptional(_ part: SchemaFile.Part, of model: Int, because error: Diagnostic) -> Bool {
    guard schema.isExternal, case .field(let number) = part else { return false }
    let field = schema.models[model].fields[number]
    let isOfKey = schema.models[model].key.contains(where: field.ownColumns.contains)
    guard case .relation = field.kind, !field.isOptional, !isOfKey else { return false }
    let reason: String
    switch error.kind {
    case .relationCycle: reason = Self.neverNull[0]
    case .referencedFields: reason = Self.neverNull[1]
    case .nullifyRequired: reason = Self.neverNull[2]
    default: return false
    }
    schema.models[model].fields[number].isOptional = true
    schema.models[model].fields[number].comment = "never null; \(reason)"
    return true
  }

  /// Takes the default of a field back, which `prepare` has no part in.
  private mutating func takeBackDefault(_ part: SchemaFile.Part, of model: Int, because error: Diagnostic) -> Bool {
    guard case .field(let number) = part, let text = schema.models[model].fields[number].defaultText,
      text != "autoincrement()"
    else { return false }
    let column = schema.models[model].fields[number].columns.first
    schema.omissions.append(
      IntrospectedSchema.Omission(
        table: schema.models[model].table, column: column, part: "default", reason: "\(text): \(error.message)"))
    schema.models[model].fields[number].defaultText = nil
    return true
  }

  /// Makes a field with an enum a text again, which has the same form.
  private mutating func takeBackEnum(_ field: Int, of model: Int) {
    schema.models[model].fields[field].kind = .value(type: schema.models[model].fields[field].rawType ?? "String")
    schema.models[model].fields[field].rawType = nil
    schema.models[model].fields[field].defaultText = nil
  }

  private mutating func takeBack(field number: Int, of index: Int, because reason: String) {
    let field = schema.models[index].fields[number]
    if schema.enums.contains(where: { field.isValue(of: $0.declared.name) }) {
      return takeBackEnum(number, of: index)
    }
    if let range = field.attributes.firstIndex(where: { $0.hasPrefix("@range") }), field.rawType != nil {
      schema.models[index].fields[number].attributes.remove(at: range)
      return
    }
    if let rawType = field.rawType, case .value = field.kind {
      schema.models[index].fields[number].kind = .value(type: rawType)
      schema.models[index].fields[number].rawType = nil
      return schema.models[index].fields[number].attributes = []
    }
    let more = field.attributes.filter { !$0.hasPrefix("@stored") }
    if !more.isEmpty { return schema.models[index].fields[number].attributes.removeAll { more.contains($0) } }
    switch field.kind {
    case .inverse: schema.models[index].fields.remove(at: number)
    case .list: removeList(number, of: index, because: reason)
    case .relation(let relation): separate(relation, number, of: index, because: reason)
    case .value:
      let column = field.columns[0]
      if schema.models[index].foldUniques(of: column) { return }
      let before = (schema.models[index].uniques.count, schema.models[index].indexes.count)
      schema.models[index].uniques.removeAll { $0.contains { $0.column == column } }
      schema.models[index].indexes.removeAll { $0.contains { $0.column == column } }
      if before != (schema.models[index].uniques.count, schema.models[index].indexes.count) { return }
      if schema.models[index].key.contains(column) {
        return remove(index, because: "its key has the column '\(column)': \(reason)")
      }
      schema.models[index].fields.remove(at: number)
      schema.omissions.append(
        IntrospectedSchema.Omission(table: schema.models[index].table, column: column, reason: reason))
    }
  }

  /// Makes a relation the values of its columns again.
  private mutating func separate(
    _ relation: IntrospectedField.Relation, _ number: Int, of index: Int, because reason: String
  ) {
    var fields = relation.columnFields
    let removed = schema.models[index].fields.remove(at: number)
    let others = Set(schema.models[index].fields.map(\.name))
    for field in fields.indices { fields[field].name = IntrospectedNames.distinct(fields[field].name, from: others) }
    let comment = "refers to '\(relation.table)': \(reason)"
    if !fields.isEmpty {
      fields[0].comment = comment
    } else if let field = schema.models[index].field(of: removed.columns.last ?? "") {
      schema.models[index].fields[field].comment = comment
    }
    schema.models[index].fields.insert(contentsOf: fields, at: number)
    let table = schema.models[index].table
    for other in schema.models.indices {
      schema.models[other].fields.removeAll { $0.isInverse(of: removed.name, in: table) }
    }
  }

  private mutating func removeList(_ number: Int, of index: Int, because reason: String) {
    let table = schema.models[index].table
    let field = schema.models[index].fields.remove(at: number)
    for other in schema.models.indices {
      schema.models[other].fields.removeAll { $0.isInverse(of: field.name, in: table) }
    }
    schema.omissions.append(IntrospectedSchema.Omission(table: table, column: field.name, reason: reason))
  }

  /// Leaves a table out. What refers to it becomes the values of its columns.
  private mutating func remove(_ index: Int, because reason: String) {
    let table = schema.models.remove(at: index).table
    schema.omissions.removeAll { $0.table == table }
    schema.omissions.append(IntrospectedSchema.Omission(table: table, reason: reason))
    for other in schema.models.indices {
      schema.models[other].fields.removeAll { field in
        switch field.kind {
        case .inverse(table, _), .list(table, _): true
        case .value, .relation, .inverse, .list: false
        }
      }
      while let number = schema.models[other].fields.firstIndex(where: { $0.refers(to: table) }),
        case .relation(let relation) = schema.models[other].fields[number].kind
      {
        separate(relation, number, of: other, because: "it is left out")
      }
    }
  }
}

extension IntrospectedModel {
  /// Lets what is unique without the case of a text be unique in lower case, if it isn't yet. Returns whether anything
  /// was changed.
  fileprivate mutating func foldUniques(of column: String) -> Bool {
    let before = uniques
    for unique in uniques.indices {
      for part in uniques[unique].indices where uniques[unique][part].column == column {
        if uniques[unique][part].ignoresCase { uniques[unique][part].function = .lower }
      }
    }
    return uniques != before
  }
}

extension IntrospectedSchema {
  /// How much it says, which is less after each step back.
  fileprivate var size: Int {
    models.map { model in
      2 + model.uniques.count + model.indexes.count - (model.name.hasSuffix("Row") ? 1 : 0)
        + model.uniques.joined().count { $0.ignoresCase && $0.function == nil }
        + model.fields.map(\.size).reduce(0, +)
    }.reduce(0, +)
  }
}

extension IntrospectedField {
  /// How much it says. A relation says more than its columns.
  fileprivate var size: Int {
    let own = 1 + attributes.count + (rawType == nil ? 0 : 1) + (defaultText == nil ? 0 : 1)
    guard case .relation(let relation) = kind else { return own }
    return own + 1 + relation.columnFields.map(\.size).reduce(0, +)
  }

  fileprivate func refers(to table: String) -> Bool {
    if case .relation(let relation) = kind { relation.table == table } else { false }
  }

  fileprivate func isInverse(of field: String, in table: String) -> Bool {
    if case .inverse(table, field) = kind { true } else { false }
  }
}

/// Finds the line of an offset in bytes.
private struct LineOffsets {
  private var starts: [Int] = []

  init(_ lines: [String]) {
    var offset = 0
    for line in lines {
      starts.append(offset)
      offset += line.utf8.count + 1
    }
  }

  func line(at offset: Int) -> Int { max((starts.firstIndex { $0 > offset } ?? starts.count) - 1, 0) }
}
