import IgataSchema
import IgataTables

/// A change of the name of a table or of a column.
struct Rename: Hashable {
  var old: String
  var new: String

  /// The renames that do it: none if the name stays. SQLite compares names without regard to case, so a name of which
  /// only the case changes is changed twice.
  var steps: [Rename] {
    if old == new { return [] }
    guard foldedName(old) == foldedName(new) else { return [self] }
    let between = "igata_case_\(new)"
    return [Rename(old: old, new: between), Rename(old: between, new: new)]
  }
}

/// The names of an old table and of its columns, while rows are copied and after that.
struct RenamedTable {
  /// The table while rows are copied: names that something else gets are free already.
  let source: Table
  /// The renames of columns before rows are copied.
  let renamesBeforeCopy: [Rename]
  /// The table with the names that it and its columns get.
  let table: Table
  /// The renames of columns after rows were copied.
  let renamesAfterCopy: [Rename]

  /// - Parameter name: The name of the table while rows are copied.
  init(_ pair: TablePair, named name: String) {
    var source = pair.old
    source.name = name
    var new = [String?](repeating: nil, count: pair.old.columns.count)
    for (column, old) in pair.sources.enumerated() { if let old { new[old] = pair.new.columns[column].name } }
    var early: [Rename] = []
    for index in source.columns.indices {
      let old = source.columns[index].name
      let isTaken = pair.new.columns.indices.contains { column in
        pair.sources[column] != index && foldedName(pair.new.columns[column].name) == foldedName(old)
      }
      guard isTaken else { continue }
      source.columns[index].name = "igata_old_\(early.count + 1)"
      early.append(.init(old: old, new: source.columns[index].name))
    }
    renamesBeforeCopy = early
    renamesAfterCopy = source.columns.indices.flatMap { index in
      new[index].map { Rename(old: source.columns[index].name, new: $0).steps } ?? []
    }
    var table = source
    table.name = pair.new.name
    for index in table.columns.indices { table.columns[index].name = new[index] ?? table.columns[index].name }
    self.source = source
    self.table = table
  }
}
