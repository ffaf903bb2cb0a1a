internal import IgataTables

extension PersistableModel {
  /// The columns of the table that the path leads to.
  static func _columns(_ path: RelationPath) -> Columns {
    if let type = Columns.self as? any ModelColumns.Type, let columns = type.init(_path: path) as? Columns {
      return columns
    }
    let numbers = table.queryNumbers
    let layout = MemoryLayout<Columns>.self
    return withUnsafeTemporaryAllocation(byteCount: layout.size, alignment: layout.alignment) { memory in
      let references = memory.bindMemory(to: ColumnReference.self)
      let table = ColumnReference(path, -1, of: Self.table)
      for slot in references.indices {
        // If the tuple doesn't belong to this table, a number that no column has, so that the query is rejected.
        references.initializeElement(at: slot, to: numbers.indices.contains(slot) ? table.beside(numbers[slot]) : table)
      }
      defer { references.deinitialize() }
      return memory.load(as: Columns.self)
    }
  }
}
