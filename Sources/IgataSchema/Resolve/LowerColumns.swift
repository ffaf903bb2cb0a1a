import IgataDiagnostics
import IgataSyntax

extension Resolution {
  /// Creates the columns of every model's table.
  mutating func lowerColumns() {
    measureStructs()
    var budget = nameBudget
    for index in models.indices {
      let size = measure(index)
      if size.columns <= columnLimit, size.nameBytes <= budget {
        budget -= size.nameBytes
        findLinks(of: index)
        lowerFields(of: index)
      } else {
        report(.tooManyColumns(models[index].title, at: models[index].name.range))
        let none = [ColumnSpan?](repeating: nil, count: schema.models[index].fields.count)
        models[index].columns = none
        keys[index] = nil
      }
    }
    for index in models.indices { lowerKeyLinks(of: index) }
    for index in models.indices { lowerKey(of: index) }
    for index in models.indices { linkReferences(of: index) }
    for index in models.indices { lowerForeignKeys(of: index) }
  }

  private func measure(_ index: Int) -> ColumnSize {
    var size = ColumnSize()
    for field in schema.models[index].fields {
      switch field.kind {
      case .value, .list: size.add(field.columnName)
      case .embedded(let structure, _):
        if let inner = structSizes[structure]?.size { size.add(inner, prefix: field.columnName) }
      case .toOne(let target, _, _):
        let added = schema.names.foreignKeys?.text.utf8.count ?? 0
        for column in keys[target] ?? [] { size.add(column.name, prefix: field.columnName, added: added) }
      case .inverse, .ordered: continue
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
      if isWhole { checkNames(of: position, in: index, columns[start...]) }
      spans.append(isWhole ? ColumnSpan(start: start, end: columns.count) : nil)
    }
    schema.models[index].columns = columns
    models[index].columns = spans
  }

  /// Adds the columns of a field. Returns `false` if they are unknown because of an error in a struct or in the target.
  func lower(_ field: Field, _ position: Int, of index: Int, into columns: inout [Column]) -> Bool {
    if models[index].links.contains(position) { return true }
    switch field.kind {
    case .value, .list:
      lower(field, ColumnLocation(field: position), into: &columns)
    case .embedded(let structure, _):
      guard structSizes[structure] != nil else { return false }
      let start = columns.count
      lower(field, ColumnLocation(field: position), into: &columns)
      if let names = models[index].draft(position).attribute(.columns)?.texts, names.count == columns.count - start {
        for (offset, name) in names.enumerated() { columns[start + offset].name = name }
      }
    case .toOne(let target, let kind, _):
      guard let key = keys[target] else { return false }
      for (keyIndex, name) in referenceNames(of: position, in: index, to: key).enumerated() {
        let role = Column.Role.reference(target: target, column: keyIndex, type: key[keyIndex].type)
        columns.append(Column(name: name, field: position, role: role, isNullable: kind != .required))
      }
    case .inverse, .ordered: break
    }
    return true
  }

  /// Reports `@columns` on a field that has its own columns if it doesn't name each of them once.
  private mutating func checkNames(of position: Int, in index: Int, _ columns: ArraySlice<Column>) {
    guard let attribute = models[index].draft(position).attribute(.columns), !attribute.isBroken,
      !models[index].links.contains(position)
    else { return }
    let model = schema.models[index]
    switch model.fields[position].kind {
    case .embedded where columns.count != attribute.texts.count:
      let fields = columns.map { schema.pathNames(of: $0, in: model).joined(separator: ".") }
      report(.structColumns(attribute, expected: fields))
    case .toOne(let target, _, _) where columns.count != attribute.texts.count:
      let names = keys[target]?.map(\.name) ?? []
      report(.referenceColumns(attribute, expected: names, found: attribute.texts.count))
    case .embedded, .toOne:
      if Set(attribute.texts.map(foldedName)).count < attribute.texts.count { report(.repeatedColumns(attribute)) }
    case .value, .list, .inverse, .ordered: break
    }
  }

  /// Adds the columns of a value, a list or a struct; the depth of the recursion is bounded by ``measureStructs()``.
  private func lower(_ field: Field, _ location: ColumnLocation, into columns: inout [Column]) {
    let name = location.owner.map { schema.names.column(field.columnName, in: $0) } ?? field.columnName
    let role: Column.Role
    switch field.kind {
    case .value(let type, _): role = .value(type)
    case .list(let type): role = .list(type)
    case .embedded(let structure, let isOptional):
      for (offset, inner) in schema.structs[structure].fields.enumerated() {
        lower(inner, location.inside(name, offset, isOptional: isOptional), into: &columns)
      }
      return
    case .toOne, .inverse, .ordered: return
    }
    var isNullable = location.isNullable
    if case .value(_, isOptional: true) = field.kind { isNullable = true }
    columns.append(Column(name: name, field: location.field, path: location.path, role: role, isNullable: isNullable))
  }

  private mutating func lowerKey(of index: Int) {
    guard keys[index] != nil, let fields = keyFields[index] else { return }
    let columns = fields.flatMap { field in
      models[index].keyLinks[field]?.columns ?? models[index].columns[field].map { Array($0.indices) } ?? []
    }
    schema.models[index].primaryKey = columns
  }

  private mutating func lowerForeignKeys(of index: Int) {
    var foreignKeys: [ForeignKey] = []
    for (position, field) in schema.models[index].fields.enumerated() {
      guard case .toOne(let target, _, let rule) = field.kind else { continue }
      var key: ForeignKey
      if models[index].links.contains(position) {
        guard let linked = models[index].keyLinks[position] ?? lowerLink(position, of: index) else { continue }
        key = linked
      } else {
        guard let columns = models[index].columns[position] else { continue }
        key = ForeignKey(
          field: position, columns: Array(columns.indices), target: target,
          references: schema.models[target].primaryKey, deleteRule: rule)
      }
      if case .updateRule(let rule)? = models[index].draft(position).attribute(.onUpdate)?.argument {
        key.updateRule = rule
      }
      foreignKeys.append(key)
    }
    schema.models[index].foreignKeys = foreignKeys
  }

  /// Converts the indexes into the target's key, which references have at first, to indexes of the target's columns.
  private mutating func linkReferences(of index: Int) {
    for column in schema.models[index].columns.indices {
      guard case .reference(let target, let keyIndex, let type) = schema.models[index].columns[column].role
      else { continue }
      let key = schema.models[target].primaryKey
      if key.indices.contains(keyIndex) {
        schema.models[index].columns[column].role = .reference(target: target, column: key[keyIndex], type: type)
      }
    }
  }
}

/// The location of a column: in a model, and in its structs.
private struct ColumnLocation {
  var field: Int
  /// The column name of the field that has the struct, if the column belongs to one.
  var owner: String?
  var path: [Int] = []
  var isNullable = false

  func inside(_ name: String, _ offset: Int, isOptional: Bool) -> ColumnLocation {
    ColumnLocation(field: field, owner: name, path: path + [offset], isNullable: isNullable || isOptional)
  }
}

/// The maximum total size of all column names in bytes, so that nested structs can't exhaust the memory.
let nameBudget = 256 << 20
