import IgataDiagnostics
import IgataSyntax

extension Resolution {
  /// Makes the columns of every model's table.
  mutating func lowerColumns() {
    measureStructs()
    var budget = nameBudget
    for index in models.indices {
      let size = measure(index)
      guard size.columns <= columnLimit, size.nameBytes <= budget else {
        report(.tooManyColumns(models[index].title, at: models[index].name.range))
        models[index].columns = Array(repeating: nil, count: schema.models[index].fields.count)
        keys[index] = nil
        continue
      }
      budget -= size.nameBytes
      for position in schema.models[index].fields.indices { lower(position, of: index) }
    }
    for index in models.indices {
      lowerKey(of: index)
      lowerForeignKeys(of: index)
    }
    for index in models.indices { linkReferences(of: index) }
  }

  private func measure(_ index: Int) -> ColumnSize {
    var size = ColumnSize()
    for field in schema.models[index].fields {
      switch field.kind {
      case .value, .list: size.add(field.columnName)
      case .embedded(let structure, _):
        if let inner = structSizes[structure]?.size { size.add(inner, prefix: field.columnName) }
      case .toOne(let target, _, _):
        for column in keys[target] ?? [] { size.add(column.name, prefix: field.columnName) }
      case .toMany, .ordered: continue
      }
    }
    return size
  }

  private mutating func lower(_ position: Int, of index: Int) {
    let field = schema.models[index].fields[position]
    let start = schema.models[index].columns.count
    switch field.kind {
    case .value, .list: lower(value: field, "", position, [], isNullable: false, of: index)
    case .embedded(let structure, let isOptional):
      guard structSizes[structure] != nil else {
        models[index].columns.append(nil)
        return
      }
      lower(structure, "\(field.columnName)_", position, [], isNullable: isOptional, of: index)
    case .toOne(let target, let kind, _):
      guard let key = keys[target] else {
        models[index].columns.append(nil)
        return
      }
      for (column, name) in referenceNames(of: position, in: index, to: key).enumerated() {
        schema.models[index].columns.append(
          Column(
            name: name, field: position, role: .reference(target: target, column: column, type: key[column].type),
            isNullable: kind != .required))
      }
    case .toMany, .ordered: break
    }
    models[index].columns.append(start..<schema.models[index].columns.count)
  }

  /// The columns of an embedded struct; the depth of the recursion is bounded by ``measureStructs()``.
  private mutating func lower(
    _ structure: Int, _ prefix: String, _ position: Int, _ path: [Int], isNullable: Bool, of index: Int
  ) {
    for (offset, field) in schema.structs[structure].fields.enumerated() {
      switch field.kind {
      case .embedded(let inner, let isOptional):
        lower(
          inner, "\(prefix)\(field.columnName)_", position, path + [offset], isNullable: isNullable || isOptional,
          of: index)
      default:
        lower(value: field, prefix, position, path + [offset], isNullable: isNullable, of: index)
      }
    }
  }

  private mutating func lower(
    value field: Field, _ prefix: String, _ position: Int, _ path: [Int], isNullable: Bool, of index: Int
  ) {
    let role: Column.Role
    var isNullable = isNullable
    switch field.kind {
    case .value(let type, let isOptional):
      role = .value(type)
      isNullable = isNullable || isOptional
    case .list(let type): role = .list(type)
    case .embedded, .toOne, .toMany, .ordered: return
    }
    schema.models[index].columns.append(
      Column(name: prefix + field.columnName, field: position, path: path, role: role, isNullable: isNullable))
  }

  private mutating func lowerKey(of index: Int) {
    guard keys[index] != nil, let fields = keyFields[index] else { return }
    schema.models[index].primaryKey = fields.flatMap { models[index].columns[$0].map(Array.init) ?? [] }
  }

  private mutating func lowerForeignKeys(of index: Int) {
    for (position, field) in schema.models[index].fields.enumerated() {
      guard case .toOne(let target, _, let rule) = field.kind, let columns = models[index].columns[position]
      else { continue }
      schema.models[index].foreignKeys.append(
        ForeignKey(field: position, columns: Array(columns), target: target, deleteRule: rule))
    }
  }

  /// Turns the places in the target's key, which the references hold so far, into places among its columns.
  private mutating func linkReferences(of index: Int) {
    for column in schema.models[index].columns.indices {
      guard case .reference(let target, let place, let type) = schema.models[index].columns[column].role,
        schema.models[target].primaryKey.indices.contains(place)
      else { continue }
      let linked = schema.models[target].primaryKey[place]
      schema.models[index].columns[column].role = .reference(target: target, column: linked, type: type)
    }
  }
}

/// How many bytes the names of all columns may have together, so that structs in structs cannot fill the memory.
let nameBudget = 256 << 20
