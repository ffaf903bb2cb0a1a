import IgataDiagnostics

/// The size of columns, computed before they are created.
struct ColumnSize {
  private(set) var columns = 0
  private(set) var nameBytes = 0

  /// - Parameter added: The number of bytes besides those of the two names and a separator.
  mutating func add(_ name: String, prefix: String = "", added: Int = 0) {
    columns += 1
    nameBytes += prefix.utf8.count + name.utf8.count + 1 + added
    cutOff()
  }

  mutating func add(_ inner: ColumnSize, prefix: String) {
    columns += inner.columns
    nameBytes += inner.nameBytes + inner.columns * (prefix.utf8.count + 1)
    cutOff()
  }

  /// Nested structs can double their size at each level. Larger sizes exceed the limits anyway.
  private mutating func cutOff() {
    columns = min(columns, 1 << 20)
    nameBytes = min(nameBytes, 1 << 40)
  }
}

/// The size of an embedded struct.
struct StructSize {
  var size = ColumnSize()
  /// The nesting depth, including this struct.
  var depth = 1
}

extension Resolution {
  /// Computes the number of columns and the depth of each struct, and reports structs that contain themselves.
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

  /// The columns of a struct, each with the field that it belongs to. Empty if there are too many, or if the remaining
  /// budget is too small.
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
    return structColumns(of: inner, &budget).map { schema.names.column($0.name, in: field.columnName) }
  }
}
