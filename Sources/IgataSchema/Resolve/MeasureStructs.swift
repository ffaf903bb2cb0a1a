import IgataDiagnostics

/// What columns come to, counted before they are made.
struct ColumnSize {
  private(set) var columns = 0
  private(set) var nameBytes = 0

  mutating func add(_ name: String, prefix: String = "") {
    columns += 1
    nameBytes += prefix.utf8.count + name.utf8.count + 1
    cutOff()
  }

  mutating func add(_ inner: ColumnSize, prefix: String) {
    columns += inner.columns
    nameBytes += inner.nameBytes + inner.columns * (prefix.utf8.count + 1)
    cutOff()
  }

  /// Structs in structs double quickly; beyond this nothing is made of them anyway.
  private mutating func cutOff() {
    columns = min(columns, 1 << 20)
    nameBytes = min(nameBytes, 1 << 40)
  }
}

/// What embedding a struct comes to.
struct StructSize {
  var size = ColumnSize()
  /// How many structs stand inside each other, this one included.
  var depth = 1
}

extension Resolution {
  /// Says how many columns each struct has and how deep it is, and reports those that hold themselves.
  mutating func measureStructs() {
    let edges = schema.structs.map { structure in
      structure.fields.enumerated().compactMap { index, field in
        if case .embedded(let inner, _) = field.kind { Graph.Edge(target: inner, field: index) } else { nil }
      }
    }
    let graph = Graph(edges)
    for cycle in graph.cycles { report(.cyclicStruct(cycle, schema)) }
    structSizes = Array(repeating: nil, count: schema.structs.count)
    structOrder = graph.order
    for index in graph.order { structSizes[index] = measure(struct: index) }
  }

  private mutating func measure(struct index: Int) -> StructSize? {
    var result = StructSize()
    for field in schema.structs[index].fields {
      guard case .embedded(let inner, _) = field.kind else {
        result.size.add(field.columnName)
        continue
      }
      guard let innerSize = structSizes[inner] else { return nil }
      result.size.add(innerSize.size, prefix: field.columnName)
      guard innerSize.depth < structDepthLimit else {
        report(.deepStruct(at: field.origin.range))
        return nil
      }
      result.depth = max(result.depth, innerSize.depth + 1)
    }
    return result
  }

  /// The columns of a struct, each with the field that it belongs to. Nothing where there are too many, or where what
  /// was made already leaves too little of the budget.
  func structColumns(of index: Int, _ budget: inout Int) -> [(field: Int, name: String)] {
    guard let size = structSizes[index]?.size, size.columns <= columnLimit, size.nameBytes <= budget else { return [] }
    budget -= size.nameBytes
    var result: [(field: Int, name: String)] = []
    for (position, field) in schema.structs[index].fields.enumerated() {
      for name in columnNames(of: field, &budget) { result.append((position, name)) }
    }
    return result
  }

  private func columnNames(of field: Field, _ budget: inout Int) -> [String] {
    guard case .embedded(let inner, _) = field.kind else { return [field.columnName] }
    return structColumns(of: inner, &budget).map { "\(field.columnName)_\($0.name)" }
  }
}
