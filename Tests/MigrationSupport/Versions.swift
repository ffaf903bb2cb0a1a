import IgataDiagnostics
import IgataEvolution
@_spi(Backend) public import IgataRuntime
public import IgataSchema
import IgataSyntax
import IgataTables

/// The versions of a schema, made from the text of each as `igata migrate seal` and `igata generate` make them.
public struct Versions: Sendable {
  public struct Failure: Error, CustomStringConvertible {
    public var description: String
  }

  public private(set) var all: [SchemaVersion] = []
  public private(set) var schemas: [Schema] = []
  /// The scripts for SQLite.
  public private(set) var scripts: [String] = []

  /// - Parameters:
  ///   - texts: The schemas, with what each says about the step to it.
  ///   - isLastSealed: Whether the last version is sealed.
  public init(_ texts: String..., isLastSealed: Bool = true) throws { try self.init(texts, isLastSealed: isLastSealed) }

  public init(_ texts: [String], isLastSealed: Bool = true) throws {
    var history = History()
    for (index, text) in texts.enumerated() {
      let file = SourceFile(name: "version \(index + 1)", text: text)
      let (trees, syntaxErrors) = parse([file])
      let result = resolve(trees, syntaxErrors: syntaxErrors)
      let evolution = schemas.last.map { evolve(from: $0, to: result.schema, trees: trees) }
      let diagnostics = (syntaxErrors + result.diagnostics + (evolution?.diagnostics ?? [])).filter {
        $0.severity == .error
      }
      guard diagnostics.isEmpty else {
        throw Failure(description: renderText(diagnostics, files: [file], color: false))
      }
      let sealed = try seal(result.schema, as: "v\(index + 1)", after: history, evolution, ["sqlite"]).get()
      history = sealed.history
      guard let version = history.newest, let sum = version.sums["sqlite"],
        let script = SQLiteScript(reading: sealed.files[1].bytes)
      else { throw Failure(description: "the script can't be read") }
      let isOpen = index == texts.count - 1 && !isLastSealed
      all.append(
        SchemaVersion(
          version.number, isOpen ? "" : version.name, sum: sum.text, compatibleFrom: version.compatibleFrom,
          sqlite: script.steps.map(MigrationStep.init) + script.indexes.map { .index($0) }))
      schemas.append(result.schema)
      scripts.append(String(decoding: sealed.files[1].bytes, as: UTF8.self))
    }
  }

  /// The first versions.
  public func prefix(_ count: Int) -> Versions {
    var versions = self
    versions.all = Array(all.prefix(count))
    versions.schemas = Array(schemas.prefix(count))
    return versions
  }

  /// The tables of the newest version.
  public var tables: [TableDescription] {
    guard let schema = schemas.last else { return [] }
    let plain = schema.tables.map(\.table)
    return schema.tables.flatMap { model -> [TableDescription] in
      let targets = model.targets.map { index in
        let target = TableDescription(plain[index], relations: [])
        return { @Sendable in target }
      }
      let joins = model.table.relations.indices.compactMap { relation -> TableDescription? in
        model.table.joinTable(relation, to: plain[model.targets[relation]]).map { join in
          let ends = [model.table, plain[model.targets[relation]]].map { table in
            let target = TableDescription(table, relations: [])
            return { @Sendable in target }
          }
          return TableDescription(join, relations: ends)
        }
      }
      return [TableDescription(model.table, relations: targets)] + joins
    }
  }

  @_spi(Backend) public func request(goesForward: Bool = true, _ options: MigrationOptions = MigrationOptions()) -> MigrationRequest {
    MigrationRequest(
      tables: tables, SchemaMigrations(models: [], versions: all), options: options, goesForward: goesForward)
  }
}

extension MigrationStep {
  fileprivate init(_ step: SQLiteScript.Step) {
    switch step {
    case .statement(let sql): self = .statement(sql)
    case .stop(let stop): self = .stop(stop.table, key: stop.key, where: stop.condition, reason: stop.reason)
    case .rebuild(let rebuild):
      self = .rebuild(
        .init(
          rebuild.table, key: rebuild.oldKey, columns: rebuild.oldColumns, indexes: rebuild.oldIndexes,
          into: rebuild.temporaryName, newKey: rebuild.newKey, create: rebuild.create, copy: rebuild.copy))
    case .swap(let swap): self = .swap(swap.table, for: swap.temporaryName, swap.statements)
    }
  }
}
