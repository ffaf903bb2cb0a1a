import IgataDiagnostics
import IgataSchema

extension SwiftDataScope {
  var diagnostics: [Diagnostic] {
    takenNames + Self.moduleNames.hiddenModules(scope) + Diagnostic.ownSwiftTypes(of: schema, for: "SwiftData")
      + schema.models.flatMap(limits)
      + schema.structs.flatMap { limits(of: $0.fields) }
  }

  private var takenNames: [Diagnostic] {
    let needed = Self.supportTypes.union(Self.macroNames)
    let declared = schema.declaredTypes.filter { needed.contains($0.name) }.map { ($0.name, $0.origin.range) }
    let besides = scope.siblings.types.filter { Self.macroNames.contains($0.key) }.sorted { $0.key < $1.key }
    return (declared + besides.map { ($0.key, $0.value) }).map { .swiftDataName($0, at: $1) }
  }

  /// The types that the shared file declares. `Currency` is a name that no type of a schema can have.
  static let supportTypes: Set<String> = ["Currency", "SwiftDataFixedPoint", "SwiftDataDefaults", "SwiftDataError"]

  /// The module, and names that the expansion of `@Model` refers to without a module.
  static let macroNames: Set<String> = [
    "SwiftData",
    "KeyPath", "Observation", "Sendable", "Transient", "_M", "_MR", "_PersistedProperty", "_SwiftDataNoType",
  ]

  private func limits(of model: Model) -> [Diagnostic] {
    var found: [Diagnostic] = []
    if !isKeyHeld(of: model) {
      found.append(.swiftDataLimit("can't keep the key of '\(model.name)' unique", at: model.origin.range))
    }
    for unique in model.uniques where !isHeld(unique, of: model) {
      let (names, range) = fields(of: unique, in: model)
      let list = names.map { "'\($0)'" }.joined(separator: " and ")
      found.append(.swiftDataLimit("can't keep \(list) unique\(names.count > 1 ? " together" : "")", at: range))
    }
    for join in model.joinTables where join.positionColumn != nil {
      let field = model.fields[join.field]
      found.append(.swiftDataLimit("does not keep the order of '\(field.name)'", at: field.origin.range))
    }
    for check in model.checks { found.append(.swiftDataLimit("does not enforce '\(check.name)'", at: check.range)) }
    return found + limits(of: model.fields)
  }

  private func limits(of fields: [Field]) -> [Diagnostic] {
    fields.flatMap { field in
      var limits: [String] = []
      if field.defaultValue == .autoincrement {
        limits.append("does not generate numbers: '\(field.name)' requires a value")
      }
      if field.isUpdatedAt || field.isVersion { limits.append("does not set '\(field.name)' when it saves") }
      if schema.effectiveBounds(of: field).map({ !$0.isEmpty }) ?? false {
        limits.append("does not check the bounds of '\(field.name)'")
      }
      return limits.map { .swiftDataLimit($0, at: field.origin.range) } + (unmadeWrapper(field).map { [$0] } ?? [])
    }
  }

  /// Reports a wrapper whose key the caller has to provide. A wrapper is created on first access, so it can't have such
  /// a key.
  private func unmadeWrapper(_ field: Field) -> Diagnostic? {
    guard case .toOne(let target, .wrapper, _) = field.kind else { return nil }
    let model = scope.schema.models[target]
    guard model.fields.contains(where: { $0.defaultValue == .autoincrement }) else { return nil }
    return .swiftDataLimit(
      "does not generate numbers, so '\(field.name)' can't create a '\(model.name)'", at: field.origin.range,
      severity: .error)
  }
}
