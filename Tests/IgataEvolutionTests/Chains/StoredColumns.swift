/// A column of a model's table, and its value in a row.
struct StoredColumn {
  var name: String
  var value: ([String: Cell]) -> Cell
}

extension Draft {
  /// The columns of a model's table.
  func columns(of model: ModelDraft) -> [StoredColumn] {
    let keys = keyColumns(of: model).map { part, factor in
      StoredColumn(name: part) { Self.key($0["id"] ?? .null, factor) }
    }
    return keys + model.fields.flatMap(columns)
  }

  private func columns(of field: FieldDraft) -> [StoredColumn] {
    switch field.kind {
    case .list: return []
    case .structure:
      return paths(of: field).map { path in
        StoredColumn(name: path.replacing(".", with: "_")) { $0[path] ?? .null }
      }
    case .relation(let name):
      if let column = field.column { return [StoredColumn(name: column) { $0[field.name] ?? .null }] }
      guard let target = models.first(where: { $0.name == name }) else { return [] }
      return keyColumns(of: target).map { part, factor in
        StoredColumn(name: "\(field.name)_\(part)") { Self.key($0[field.name] ?? .null, factor) }
      }
    default: return [StoredColumn(name: field.columnName) { $0[field.name] ?? .null }]
    }
  }

  /// The columns of a key, each with its factor.
  func keyColumns(of model: ModelDraft) -> [(name: String, factor: Int64)] {
    model.key == .composite ? [("id", 1), ("sub", 7)] : [("id", 1)]
  }

  static func key(_ cell: Cell, _ factor: Int64) -> Cell { cell.number.map { .integer($0 * factor) } ?? .null }

  /// The names under which rows have the values of a field.
  func paths(of field: FieldDraft) -> [String] {
    guard case .structure(let name) = field.kind else { return [field.name] }
    return structs.first { $0.name == name }?.fields.map { "\(field.name).\($0.name)" } ?? []
  }

  /// Whether a field has exactly one column, which can be named.
  func hasColumn(_ field: FieldDraft) -> Bool {
    switch field.kind {
    case .list, .structure: false
    case .relation(let name): models.first { $0.name == name }?.key != .composite
    default: true
    }
  }
}

extension ModelDraft {
  /// Gives the values of fields other names.
  mutating func renameValues(_ names: [String: String]) {
    for row in rows.indices {
      rows[row] = Dictionary(
        uniqueKeysWithValues: rows[row].map { path, value in
          let parts = path.split(separator: ".", maxSplits: 1).map(String.init)
          return (([names[parts[0]] ?? parts[0]] + parts.dropFirst()).joined(separator: "."), value)
        })
    }
  }
}
