@_spi(Backend) public import IgataRuntime

@_spi(Backend) extension DatabaseStructure {
  /// - Parameters:
  ///   - names: The names of the tables and views that the catalog describes.
  ///   - catalog: The catalog, with everything about them.
  public init(of names: [String], _ catalog: some DatabaseCatalog, _ dialect: some QueryDialect) {
    var tables: [String: Set<String>] = [:]
    for name in names {
      switch catalog.objects[name] {
      case .table(let table)?: tables[name] = table.facts
      case .view(let kind, _)?, .other(let kind)?: tables[name] = [kind]
      case nil: tables[name] = []
      }
    }
    let stored = Dictionary(names.map { (dialect.canonicalName($0), $0) }) { first, _ in first }
    for (name, record) in catalog.records {
      tables[stored[dialect.canonicalName(name)] ?? name, default: []]
        .insert("the record of version \(record.version): \(record.text)")
    }
    self.init(tables: tables)
  }
}
