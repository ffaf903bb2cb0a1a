import IgataDiagnostics
import IgataSyntax

extension Resolution {
  /// Makes the columns of every model's table.
  mutating func lowerColumns() {
    measureStructs()
    var budget = nameBudget
    for index in models.indices {
      let size = measure(index)
      if size.columns <= columnLimit, size.nameBytes <= budget {
        budget -= size.nameBytes
        lowerFields(of: index)
      } else {
        report(.tooManyColumns(models[index].title, at: models[index].name.range))
        let none = [ColumnSpan?](repeating: nil, count: schema.models[index].fields.count)
        models[index].columns = none
        keys[index] = nil
      }
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

  private mutating func lowerFields(of index: Int) {
    var columns: [Column] = []
    var spans: [ColumnSpan?] = []
    columns.reserveCapacity(schema.models[index].fields.count)
    spans.reserveCapacity(schema.models[index].fields.count)
    for (position, field) in schema.models[index].fields.enumerated() {
      let start = columns.count
      let isWhole = lower(field, position, of: index, into: &columns)
      spans.append(isWhole ? ColumnSpan(start: start, end: columns.count) : nil)
    }
    schema.models[index].columns = columns
    models[index].columns = spans
  }

  /// Adds the columns of a field. Says whether they are known: a struct or a target may be broken.
  private func lower(_ field: Field, _ position: Int, of index: Int, into columns: inout [Column]) -> Bool {
    switch field.kind {
    case .value, .list:
      lower(field, ColumnLocation(field: position), into: &columns)
    case .embedded(let structure, _):
      guard structSizes[structure] != nil else { return false }
      lower(field, ColumnLocation(field: position), into: &columns)
    case .toOne(let target, let kind, _):
      guard let key = keys[target] else { return false }
      for (place, name) in referenceNames(of: position, in: index, to: key).enumerated() {
        let role = Column.Role.reference(target: target, column: place, type: key[place].type)
        columns.append(Column(name: name, field: position, role: role, isNullable: kind != .required))
      }
    case .toMany, .ordered: break
    }
    return true
  }

  /// Adds the columns of a value, a list or a struct; the depth of the recursion is bounded by ``measureStructs()``.
  private func lower(_ field: Field, _ place: ColumnLocation, into columns: inout [Column]) {
    let name = place.prefix.isEmpty ? field.columnName : place.prefix + field.columnName
    let role: Column.Role
    switch field.kind {
    case .value(let type, _): role = .value(type)
    case .list(let type): role = .list(type)
    case .embedded(let structure, let isOptional):
      for (offset, inner) in schema.structs[structure].fields.enumerated() {
        lower(inner, place.inside(name, offset, isOptional: isOptional), into: &columns)
      }
      return
    case .toOne, .toMany, .ordered: return
    }
    var isNullable = place.isNullable
    if case .value(_, isOptional: true) = field.kind { isNullable = true }
    columns.append(Column(name: name, field: place.field, path: place.path, role: role, isNullable: isNullable))
  }

  private mutating func lowerKey(of index: Int) {
    guard keys[index] != nil, let fields = keyFields[index] else { return }
    let columns = fields.flatMap { models[index].columns[$0].map { Array($0.indices) } ?? [] }
    schema.models[index].primaryKey = columns
  }

  private mutating func lowerForeignKeys(of index: Int) {
    var foreignKeys: [ForeignKey] = []
    for (position, field) in schema.models[index].fields.enumerated() {
      guard case .toOne(let target, _, let rule) = field.kind, let columns = models[index].columns[position]
      else { continue }
      foreignKeys.append(ForeignKey(field: position, columns: Array(columns.indices), target: target, deleteRule: rule))
    }
    schema.models[index].foreignKeys = foreignKeys
  }

  /// Turns the places in the target's key, which the references hold so far, into places among its columns.
  private mutating func linkReferences(of index: Int) {
    for place in schema.models[index].columns.indices {
      guard case .reference(let target, let keyPlace, let type) = schema.models[index].columns[place].role
      else { continue }
      let key = schema.models[target].primaryKey
      if key.indices.contains(keyPlace) {
        schema.models[index].columns[place].role = .reference(target: target, column: key[keyPlace], type: type)
      }
    }
  }
}

/// Where a column stands: in a model, and in its structs.
private struct ColumnLocation {
  var field: Int
  var prefix = ""
  var path: [Int] = []
  var isNullable = false

  func inside(_ name: String, _ offset: Int, isOptional: Bool) -> ColumnLocation {
    ColumnLocation(field: field, prefix: "\(name)_", path: path + [offset], isNullable: isNullable || isOptional)
  }
}

/// How many bytes the names of all columns may have together, so that structs in structs cannot fill the memory.
let nameBudget = 256 << 20
