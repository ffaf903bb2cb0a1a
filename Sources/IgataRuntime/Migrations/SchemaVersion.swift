/// A version of a schema, and what brings a database to it from the version before. Generated code makes it from the
/// files that `igata migrate seal` wrote.
public struct SchemaVersion: Sendable {
  /// From 1, without gaps.
  public let number: Int
  /// The name that the version was sealed with; empty if it isn't sealed yet.
  public let name: String
  /// Identifies the version and all versions before it: a SHA-256 in hexadecimal digits.
  public let sum: String
  /// The oldest version whose programs can use a database of this one.
  public let compatibleFrom: Int
  /// The tables that this version added or changed.
  let changedTables: [VersionTable]
  /// The names of the tables that this version dropped, or whose definition is one of the changed ones.
  let removedTables: [String]
  /// The steps for SQLite.
  @_spi(Backend) public let sqlite: [MigrationStep]

  public init(
    _ number: Int, _ name: String, sum: String, compatibleFrom: Int, tables: [VersionTable] = [],
    removing removedTables: [String] = [], sqlite: [MigrationStep] = []
  ) {
    self.number = number
    self.name = name
    self.sum = sum
    self.compatibleFrom = compatibleFrom
    changedTables = tables
    self.removedTables = removedTables
    self.sqlite = sqlite
  }

  /// Whether the version never changes again.
  public var isSealed: Bool { !name.isEmpty }

  /// The number and the name, as messages contain them.
  @_spi(Backend) public var title: String { isSealed ? "\(number) '\(name)'" : "\(number), which isn't sealed yet" }
}

/// A table of a version of which this program may have no model.
public struct VersionTable: Sendable {
  let text: String
  /// The names of the tables at the other ends of the relations, in their order.
  let targets: [String]

  /// A table.
  ///
  /// - Parameters:
  ///   - text: The table, as ``TableDescription/init(_:relations:)`` reads it.
  ///   - targets: The names of the tables at the other ends of the relations, in their order.
  public init(_ text: String, targets: [String] = []) {
    self.text = text
    self.targets = targets
  }
}

extension SchemaMigrations {
  /// The tables of a version.
  @_spi(Backend) public func tables(of version: SchemaVersion) -> [TableDescription] {
    var tables: [(name: String, table: VersionTable)] = []
    for version in versions.prefix(version.number) {
      tables.removeAll { version.removedTables.contains($0.name) }
      for table in version.changedTables {
        let name = TableDescription(table.text).name
        tables.removeAll { $0.name == name }
        tables.append((name, table))
      }
    }
    let all = tables.map(\.table)
    // Of its target, a relation needs the columns of the key alone, so those of the targets' targets are left out.
    let plain = Dictionary(all.map { TableDescription($0.text) }.map { ($0.name, $0) }) { first, _ in first }
    return all.map { table in
      let targets = table.targets.map { name in
        let target = plain[name] ?? TableDescription("")
        return { @Sendable in target }
      }
      return TableDescription(table.text, relations: targets)
    }
  }
}
