internal import IgataTables

/// The fields of a model as they are nested in a dictionary: columns, structs and composite keys, which contain
/// columns, and relations.
struct FieldTree: Sendable {
  struct Field: Sendable {
    var name: String
    var kind: Kind
  }

  indirect enum Kind: Sendable {
    case column(Int)
    /// A struct, or a composite key if there is no description.
    case group(FieldTree, StructDescription?)
    case relation(Int)
  }

  private(set) var fields: [Field] = []
  private var indexes: [String: Int] = [:]

  init(columns: [ColumnDescription], structs: [StructDescription], relations: [RelationDescription]) {
    self.init(columns: Array(columns.enumerated()), depth: 0, structs: structs)
    for (index, relation) in relations.enumerated() { append(Field(name: relation.name, kind: .relation(index))) }
  }

  /// The columns whose paths have the same first `depth` names.
  private init(columns: [(offset: Int, element: ColumnDescription)], depth: Int, structs: [StructDescription]) {
    var members: [String: [(offset: Int, element: ColumnDescription)]] = [:]
    var names: [String] = []
    for column in columns where column.element.path.count > depth {
      let name = column.element.path[depth]
      if members[name] == nil { names.append(name) }
      members[name, default: []].append(column)
    }
    for name in names {
      guard let inside = members[name], let first = inside.first else { continue }
      if first.element.path.count == depth + 1 {
        append(Field(name: name, kind: .column(first.offset)))
      } else {
        let path = Array(first.element.path.prefix(depth + 1))
        let tree = FieldTree(columns: inside, depth: depth + 1, structs: structs)
        append(Field(name: name, kind: .group(tree, structs.first { $0.path == path })))
      }
    }
  }

  private mutating func append(_ field: Field) {
    indexes[field.name] = fields.count
    fields.append(field)
  }

  subscript(name: String) -> Field? { indexes[name].map { fields[$0] } }

  /// The columns in this tree and in its groups.
  var columns: [Int] {
    fields.flatMap { field -> [Int] in
      switch field.kind {
      case .column(let column): [column]
      case .group(let tree, _): tree.columns
      case .relation: []
      }
    }
  }
}

extension TableDescription {
  /// The field for the key of a to-one relation; `nil` for other relations, and if the relation has no columns of its
  /// own.
  func keyField(of relation: RelationDescription) -> FieldTree.Field? {
    guard !relation.isLinked, let first = relation.columns.first, columns.indices.contains(first) else { return nil }
    return columns[first].path.first.flatMap { fieldTree[$0] }
  }

  /// The name of the key's only field; `nil` if the key has several columns.
  var simpleKeyName: String? {
    guard primaryKey.count == 1, columns[primaryKey[0]].path.count == 1 else { return nil }
    return columns[primaryKey[0]].path[0]
  }
}
