public import IgataSchema

/// The names in the last recorded schema of a project, for which databases exist.
public struct RecordedNames: Hashable, Sendable {
  /// The names of the models.
  public var models: Set<String>
  /// The names of the fields of each model and struct.
  public var fields: [String: Set<String>]
  /// The names of the cases of each enum.
  public var cases: [String: Set<String>]

  public init(models: Set<String> = [], fields: [String: Set<String>] = [:], cases: [String: Set<String>] = [:]) {
    self.models = models
    self.fields = fields
    self.cases = cases
  }

  public init(_ schema: Schema) {
    models = Set(schema.models.map(\.name))
    fields = [:]
    for model in schema.models { fields[model.name, default: []].formUnion(model.fields.map(\.name)) }
    for type in schema.structs { fields[type.name, default: []].formUnion(type.fields.map(\.name)) }
    cases = Dictionary(
      schema.enums.map { ($0.name, Set($0.cases.map(\.name))) }, uniquingKeysWith: { first, _ in first })
  }
}
