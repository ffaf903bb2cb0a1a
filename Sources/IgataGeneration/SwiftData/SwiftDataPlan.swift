import IgataDiagnostics
import IgataSchema

extension SwiftDataScope {
  /// One file for each schema file, and one that all share.
  func outputs(_ paths: SourcePaths) -> [Plan.Output] {
    let files = paths.mirrored.enumerated().map { file, source in
      Plan.Output(
        path: "\(paths.swift[file]).swiftdata.swift", template: "swiftdata/file",
        view: fileView(file: file, source: source), origin: OutputOrigin(.swiftdata, files: [file]))
    }
    let support = Plan.Output(
      path: "IgataSwiftData.swift", template: "swiftdata/support", view: supportView, origin: OutputOrigin(.swiftdata, files: []))
    return files + [support]
  }

  /// What SwiftData can't do, and names that its classes need.
  var diagnostics: [Diagnostic] {
    takenNames + schema.models.flatMap(limits) + schema.structs.flatMap { limits(of: $0.fields) }
  }

  private var takenNames: [Diagnostic] {
    let needed = Self.supportNames.union(Self.macroNames).union(Self.moduleNames.needed(scope))
    return schema.declaredTypes.filter { needed.contains($0.name) }
      .map { .swiftDataName($0.name, at: $0.origin.range) }
  }

  private static let supportNames: Set<String> = [
    "SwiftData", "SwiftDataFixedPoint", "SwiftDataDefaults", "SwiftDataError",
  ]

  /// What the code that `@Model` becomes refers to without a module.
  private static let macroNames: Set<String> = [
    "KeyPath", "Observation", "Sendable", "Transient", "_M", "_MR", "_PersistedProperty", "_SwiftDataNoType",
  ]

  private func limits(of model: Model) -> [Diagnostic] {
    var found: [Diagnostic] = []
    if !isKeyHeld(of: model) {
      found.append(.swiftDataLimit("can't hold the key of '\(model.name)' unique", at: model.origin.range))
    }
    for unique in model.uniques where !isHeld(unique, of: model) {
      var names: [String] = []
      for part in unique.parts {
        let name = model.fields[model.columns[part.column].field].name
        if names.last != name { names.append(name) }
      }
      let field = names.count == 1 ? model.fields.first { $0.name == names[0] } : nil
      found.append(
        .swiftDataLimit(
          "can't hold \(names.map { "'\($0)'" }.joined(separator: " and ")) unique\(names.count > 1 ? " together" : "")",
          at: field?.origin.range ?? model.origin.range))
    }
    return found + limits(of: model.fields)
  }

  private func limits(of fields: [Field]) -> [Diagnostic] {
    fields.flatMap { field in
      var words: [String] = []
      if field.defaultValue == .autoincrement { words.append("makes no numbers: '\(field.name)' has to be given") }
      if case .ordered = field.kind { words.append("keeps no order of '\(field.name)'") }
      if field.isUpdatedAt || field.isVersion { words.append("does not set '\(field.name)' when it saves") }
      if schema.effectiveBounds(of: field).map({ !$0.isEmpty }) ?? false {
        words.append("does not hold '\(field.name)' to its bounds")
      }
      return words.map { Diagnostic.swiftDataLimit($0, at: field.origin.range) } + (unmadeWrapper(field).map { [$0] } ?? [])
    }
  }

  /// A wrapper is made when it is first read, and so can't have a key that somebody has to give.
  private func unmadeWrapper(_ field: Field) -> Diagnostic? {
    guard case .toOne(let target, .wrapper, _) = field.kind else { return nil }
    let model = scope.schema.models[target]
    guard model.fields.contains(where: { $0.defaultValue == .autoincrement }) else { return nil }
    return .swiftDataLimit(
      "makes no numbers, so '\(field.name)' can't make a '\(model.name)'", at: field.origin.range, severity: .error)
  }
}
