import IgataDatabase
import IgataDiagnostics
public import IgataEvolution
@_spi(Backend) public import IgataRuntime
public import IgataSchema
import IgataSyntax
import IgataTables
import IgataTool

/// The versions of a schema, made from the text of each as `igata migrate seal` and `igata generate` make them.
public struct Versions: Sendable {
  public struct Failure: Error, CustomStringConvertible {
    public var description: String
  }

  public private(set) var all: [SchemaVersion] = []
  public private(set) var schemas: [Schema] = []
  public private(set) var scripts: [String] = []
  /// The functions that the program gives.
  public var functions: [MigrationFunction] = []
  private let dialect: String
  private var checked: [CheckRequest.Version] = []

  /// - Parameters:
  ///   - texts: The schemas, with what each says about the step to it.
  ///   - dialect: The dialect of the scripts.
  ///   - isLastSealed: Whether the last version is sealed.
  ///   - own: The files of own SQL, by the numbers of their versions.
  public init(
    _ texts: String..., in dialect: String = "sqlite", isLastSealed: Bool = true, own: [Int: String] = [:]
  ) throws {
    try self.init(texts, in: dialect, isLastSealed: isLastSealed, own: own)
  }

  /// - Parameters:
  ///   - own: The files of own SQL, by the numbers of their versions.
  ///   - compatible: The oldest compatible versions that the versions claim wrongly.
  ///   - edit: What somebody makes of the scripts before they are sealed, by the version's number.
  public init(
    _ texts: [String], in dialect: String = "sqlite", isLastSealed: Bool = true, own: [Int: String] = [:],
    compatible: [Int: Int] = [:], edit: (Int, String) -> String = { $1 }
  ) throws {
    self.dialect = dialect
    var history = History()
    for (index, text) in texts.enumerated() {
      let file = SourceFile(name: "version \(index + 1)", text: text)
      let (trees, syntaxErrors) = parse([file])
      let result = resolve(trees, syntaxErrors: syntaxErrors)
      let sql = own[index + 1].map { [dialect: readOwnSQL(SourceFile(name: "sqlite.sql", text: $0), file: 0).sql] }
      let evolution = schemas.last.map { evolve(from: $0, to: result.schema, trees: trees, own: sql ?? [:]) }
      let diagnostics = (syntaxErrors + result.diagnostics + (evolution?.diagnostics ?? [])).filter {
        $0.severity == .error
      }
      guard diagnostics.isEmpty else {
        throw Failure(description: renderText(diagnostics, files: [file], color: false))
      }
      let sealed = try seal(result.schema, as: "v\(index + 1)", after: history, evolution, [dialect]).get()
      history = sealed.history
      guard let version = history.newest, let sum = version.sums[dialect],
        let script = VersionScript(
          reading: ScriptTokens(Array(edit(index + 1, String(decoding: sealed.files[1].bytes, as: UTF8.self)).utf8)),
          in: dialect)
      else { throw Failure(description: "the script can't be read") }
      checked.append(
        CheckRequest.Version(
          RunnableVersion(
            number: version.number, name: version.name, sum: sum,
            compatibleFrom: compatible[version.number] ?? version.compatibleFrom, script: script),
          try Self.plain(result.schema), evolution))
      let isOpen = index == texts.count - 1 && !isLastSealed
      all.append(
        SchemaVersion(
          RunnableVersion(
            number: version.number, name: isOpen ? "" : version.name, sum: sum, compatibleFrom: version.compatibleFrom,
            script: script)))
      schemas.append(result.schema)
      scripts.append(String(decoding: sealed.files[1].bytes, as: UTF8.self))
    }
  }

  /// The schema without what it says about the version before.
  private static func plain(_ schema: Schema) throws -> Schema {
    let file = SourceFile(name: "plain", text: schemaText(schema))
    let (trees, errors) = parse([file])
    let result = resolve(trees, syntaxErrors: errors)
    guard (errors + result.diagnostics).allSatisfy({ $0.severity != .error }) else {
      throw Failure(description: renderText(errors + result.diagnostics, files: [file], color: false))
    }
    return result.schema
  }

  /// What `igata migrate check` finds first; `nil` for nothing.
  ///
  /// - Parameter server: The URL of an empty PostgreSQL database, for scripts in that dialect.
  public func firstDifference(rows: Int = 20, seed: UInt64 = 1, server: String? = nil) async throws -> String? {
    var request = CheckRequest([dialect: checked], rows: rows, seed: seed)
    request.server = server
    return try await IgataDatabase.firstDifference(request)
  }

  /// The first versions.
  public func prefix(_ count: Int) -> Versions {
    var versions = self
    versions.all = Array(all.prefix(count))
    versions.schemas = Array(schemas.prefix(count))
    return versions
  }

  /// The tables of the newest version.
  public var tables: [TableDescription] { schemas.last.map(Self.tables) ?? [] }

  /// The versions as generated code has them.
  public func migrations(_ models: [any PersistableModel.Type] = []) -> SchemaMigrations {
    let isServer = dialect == "postgresql"
    return SchemaMigrations(models: models, sqlite: isServer ? [] : all, postgresql: isServer ? all : [])
      .calling(functions)
  }

  @_spi(Backend) public func request(
    goesForward: Bool = true, _ options: MigrationOptions = MigrationOptions()
  ) -> MigrationRequest {
    MigrationRequest(tables: tables, migrations(), options: options, goesForward: goesForward)
  }

  /// A request to migrate to the last of some versions.
  ///
  /// - Parameter schema: The schema of that version.
  @_spi(Backend) public static func request(
    _ versions: [RunnableVersion], _ schema: Schema, _ options: MigrationOptions
  ) -> MigrationRequest {
    let versions = SchemaMigrations(models: [], sqlite: versions.map { SchemaVersion($0) })
    return MigrationRequest(tables: tables(of: schema), versions, options: options, goesForward: true)
  }

  private static func tables(of schema: Schema) -> [TableDescription] {
    func described(_ table: Table) -> @Sendable () -> TableDescription {
      let description = TableDescription(table, relations: [])
      return { description }
    }
    let plain = schema.tables.map(\.table)
    return schema.tables.flatMap { model -> [TableDescription] in
      let joins = model.table.relations.indices.compactMap { relation -> TableDescription? in
        let target = plain[model.targets[relation]]
        return model.table.joinTable(relation, to: target).map { join in
          TableDescription(join, relations: [described(model.table), described(target)])
        }
      }
      return [TableDescription(model.table, relations: model.targets.map { described(plain[$0]) })] + joins
    }
  }
}
