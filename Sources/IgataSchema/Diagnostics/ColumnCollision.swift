public import IgataDiagnostics

extension DiagnosticKind {
  public static let columnCollision = DiagnosticKind(
    "column-collision",
    """
    Two fields have the same column.

    A column is named after its field, in `snake_case` unless `names` in `igata.json` has other rules. The columns of
    a relation or a struct are prefixed with the field's name: `owner_id`, `home_city`. Database names are
    case-insensitive. Use `@column` to choose another name.
    """,
    example: """
      model Person {
        id: UUID = uuid() @primaryKey
        firstName: String
        first_name: String
      }
      """,
    fix: .replacing("first_name: String", with: #"first_name: String @column("first_name_2")"#))
}

extension Diagnostic {
  static func columnCollision(_ column: String, _ field: Field, with first: Field) -> Diagnostic {
    Diagnostic(
      .columnCollision, "'\(field.name)' and '\(first.name)' both have the column '\(column)'",
      at: field.origin.range, help: "name one of them with '@column(\"…\")'",
      related: [.init(first.origin.range, "'\(first.name)' is here")])
  }
}

extension Resolution {
  mutating func checkColumns() {
    var budget = nameBudget
    let named = structsWithNamedColumns
    for index in structs.indices where !named.contains(index) { checkColumns(ofStruct: index, &budget) }
    for index in models.indices {
      let model = schema.models[index]
      checkColumns(of: model, checkAccessors(of: model))
    }
  }

  /// The structs whose columns are named by `@columns` wherever they are embedded, so that those that are derived from
  /// the names of their fields don't exist.
  private var structsWithNamedColumns: Set<Int> {
    var named: Set<Int> = []
    var derived: Set<Int> = []
    for (index, model) in schema.models.enumerated() {
      for (position, field) in model.fields.enumerated() {
        guard case .embedded(let structure, _) = field.kind else { continue }
        if models[index].draft(position).attribute(.columns) == nil {
          insert(structure, into: &derived)
        } else {
          insert(structure, into: &named)
        }
      }
    }
    return named.subtracting(derived)
  }

  /// Inserts a struct, and those inside of it.
  private func insert(_ structure: Int, into structs: inout Set<Int>) {
    guard structSizes[structure] != nil, structs.insert(structure).inserted else { return }
    for case .embedded(let inner, _) in schema.structs[structure].fields.map(\.kind) { insert(inner, into: &structs) }
  }

  private mutating func checkColumns(of model: Model, _ reported: Set<FieldPair>) {
    var taken = NameIndexes(capacity: model.columns.count)
    var reported = reported
    for index in model.columns.indices {
      guard let first = taken.take(foldedName(model.columns[index].name), model.columns[index].field) else { continue }
      let column = model.columns[index]
      // Collisions within a struct are reported at the struct.
      guard first != column.field, reported.insert(FieldPair(first: first, second: column.field)).inserted
      else { continue }
      report(.columnCollision(column.name, model.fields[column.field], with: model.fields[first]))
    }
  }

  /// Fields of a struct collide wherever it is embedded, so this is reported once, at the struct.
  private mutating func checkColumns(ofStruct index: Int, _ budget: inout Int) {
    var taken: [String: Int] = [:]
    var reported: Set<FieldPair> = []
    for (position, name) in structColumns(of: index, &budget) {
      guard let first = taken[foldedName(name)] else {
        taken[foldedName(name)] = position
        continue
      }
      guard first != position, reported.insert(FieldPair(first: first, second: position)).inserted else { continue }
      let fields = schema.structs[index].fields
      report(.columnCollision(name, fields[position], with: fields[first]))
    }
  }
}
