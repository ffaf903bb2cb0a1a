/// How the stored name of a renamed declaration is treated.
public enum StoredName: Hashable, Sendable {
  /// The table or column is renamed too, and `@renamed` says so to `igata migrate`.
  ///
  /// - Parameter recorded: The names in the last recorded schema, or `nil` if no schema is recorded. A name that was
  ///   never recorded needs no `@renamed`.
  case follow(recorded: RecordedNames?)
  /// The table or column keeps its name by `@table`, `@column` or `@joinTable`.
  case keep
}

/// The names in the last recorded schema of a project, for which databases exist.
public struct RecordedNames: Hashable, Sendable {
  /// The names of the models.
  public var models: Set<String> = []
  /// The names of the fields of each model and struct.
  public var fields: [String: Set<String>] = [:]
  /// The names of the cases of each enum.
  public var cases: [String: Set<String>] = [:]

  public init() {}

  public init(_ schema: Schema) {
    models = Set(schema.models.map(\.name))
    for model in schema.models { fields[model.name, default: []].formUnion(model.fields.map(\.name)) }
    for type in schema.structs { fields[type.name, default: []].formUnion(type.fields.map(\.name)) }
    cases = Dictionary(
      schema.enums.map { ($0.name, Set($0.cases.map(\.name))) }, uniquingKeysWith: { first, _ in first })
  }
}
