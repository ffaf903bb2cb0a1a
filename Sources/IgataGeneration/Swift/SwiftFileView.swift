import IgataSchema
import IgataTemplateLanguage

/// The view of one generated Swift file: what one schema file declares.
extension GenerationScope {
  private static let fileShape = Shape(
    "source", "imports", "schema", "enums", "newtypes", "fixedPoints", "structs", "modelDeclarations", "aliases",
    "hasAliases", "names")
  private static let aliasShape = Shape("modifier", "name", "type")
  private static let namesShape = Shape(
    "access", "PersistableSchema", "PersistableModel", "PersistableEnum", "PersistableNewtype", "PersistableStruct",
    "FixedPoint", "FixedPointLiteral", "ColumnConstraints", "TableDescription", "RowReader", "RowWriter",
    "PersistableKey", "StoredValue", "CustomStringConvertible", "CustomReflectable", "Mirror", "Identifiable", "table", "tableCall",
    "constraints")
  private static let swiftNames: Set<String> = [
    "CustomStringConvertible", "CustomReflectable", "Mirror", "Identifiable",
  ]

  static func names(access: AccessLevel, _ typeNames: TypeNames) -> TemplateValue {
    .view(
      Record(
        namesShape,
        [.text(access.modifier)]
          + namesShape.names.dropFirst().map { name in
            switch name {
            case "table": .text(typeNames.declaration("table", "TableDescription"))
            case "tableCall": .text(typeNames.runtimeCall("TableDescription"))
            case "constraints": .text(typeNames.declaration("constraints", "ColumnConstraints"))
            default: .text(swiftNames.contains(name) ? typeNames.swiftType(name) : typeNames.runtimeType(name))
            }
          }))
  }

  /// - Parameter schemaName: The name of the enum of all models, if it is in this file.
  func fileView(file: Int, source: String, schemaName: String?) -> Record {
    let newtypes = schema.newtypes.filter { $0.origin.file == file }
    let structs = schema.structs.indices.filter { schema.structs[$0].origin.file == file }
    let models = schema.models.indices.filter { schema.models[$0].origin.file == file }
    let aliases = aliases(file: file, order: creationOrder(closure(of: models)))
    return Record(
      Self.fileShape,
      [
        .text(source + ".igata"),
        .texts(imports(file: file)),
        schemaName.map { .view(schemaView($0, of: [source])) } ?? .null,
        .records(
          schema.enums.indices.filter { schema.enums[$0].origin.file == file }.map { view($0, of: schema.enums) }),
        .records(newtypes.filter { $0.fixedScale == nil }.map(view)),
        .records(newtypes.compactMap { newtype in newtype.fixedScale.map { view(newtype, scale: $0) } }),
        .records(structs.map(view)),
        .made(ViewSource(count: models.count) { [self] in SwiftModelView(self, schema.models[models[$0]]) }),
        .records(aliases), .flag(!aliases.isEmpty), names,
      ])
  }

  /// The type aliases by which the file refers to what members of its types hide.
  private func aliases(file: Int, order: [Int]) -> [Record] {
    var hidden = order.compactMap { typeNames.privateAlias(of: schema.models[$0].name) }
    if schema.structs.contains(where: { $0.origin.file == file && $0.fields.contains(where: \.isSensitive) }),
      let text = typeNames.scalarAlias(of: "String")
    {
      hidden.append(text)
    }
    return declarations(in: file).compactMap(typeNames.visibleAlias).map { record($0, modifier) }
      + hidden.map { record($0, "private ") }
  }

  /// The type aliases by which classes for other frameworks refer to what members hide, in the file that declares it.
  func classAliases(file: Int) -> [Record] {
    declarations(in: file).compactMap { typeNames.visibleAlias(of: $0) ?? typeNames.privateAlias(of: $0) }
      .map { record($0, modifier) }
  }

  /// The type aliases by which a file that holds the list of models refers to those that its members hide.
  func privateAliases(ofModels models: Range<Int>) -> [Record] {
    models.compactMap { typeNames.privateAlias(of: schema.models[$0].name) }.sorted { $0.name < $1.name }
      .map { record($0, "private ") }
  }

  private func record(_ alias: TypeNames.Alias, _ modifier: String) -> Record {
    Record(Self.aliasShape, [.text(modifier), .text(alias.name), .text(alias.type)])
  }

  private func declarations(in file: Int) -> [String] {
    schema.enums.filter { $0.origin.file == file }.map(\.name)
      + schema.newtypes.filter { $0.origin.file == file }.map(\.name)
      + schema.structs.filter { $0.origin.file == file }.map(\.name)
      + schema.models.filter { $0.origin.file == file }.map(\.name)
  }

  /// The models and all that they relate to, directly or not.
  private func closure(of models: [Int]) -> Set<Int> {
    var isMember = [Bool](repeating: false, count: schema.models.count)
    var pending = models
    for model in models { isMember[model] = true }
    while let model = pending.popLast() {
      for target in relatedModels(model) where !isMember[target] {
        isMember[target] = true
        pending.append(target)
      }
    }
    return Set(isMember.indices.filter { isMember[$0] })
  }

  private func relatedModels(_ model: Int) -> [Int] {
    schema.models[model].fields.indices.compactMap { field in
      switch schema.models[model].fields[field].kind {
      case .toOne(let target, _, _), .toMany(let target, _), .ordered(let target): target
      case .value, .list, .embedded: nil
      }
    }
  }

  private func imports(file: Int) -> [String] {
    imports((usesFoundation(file: file) ? ["Foundation"] : []) + ["IgataRuntime"])
  }

  func imports(_ modules: [String]) -> [String] {
    let bare = modules.map { "import \($0)" }
    guard access == .package else { return bare.map { modifier + $0 } }
    // Beside `package import` the compiler refuses a bare one of the same module in any other file, unless that is
    // internal; beside a bare one, it needs nothing else.
    return ["#if hasFeature(InternalImportsByDefault)"] + bare.map { modifier + $0 } + ["#else"] + bare + ["#endif"]
  }

  private func usesFoundation(file: Int) -> Bool {
    func uses(_ field: Field) -> Bool {
      switch field.kind {
      case .value(let type, _), .list(let type): needsFoundation(type)
      case .embedded, .toOne, .toMany, .ordered: false
      }
    }
    return schema.newtypes.contains { $0.origin.file == file && needsFoundation(.scalar($0.base)) }
      || schema.structs.contains { $0.origin.file == file && $0.fields.contains(where: uses) }
      || schema.models.contains {
        $0.origin.file == file
          && ($0.fields.contains(where: uses) || $0.columns.contains { needsFoundation($0.type) }
            || draft(of: $0) != nil)
      }
  }

  // MARK: Order

  /// The models in the order in which tables can be created: those that others refer to first, where there is no
  /// circle; otherwise as in the schema.
  func creationOrder(_ models: Set<Int>) -> [Int] { creationOrder(from: models.sorted()) }

  /// The same, where what refers to nothing comes in the order given.
  func creationOrder(from models: [Int]) -> [Int] {
    var result: [Int] = []
    result.reserveCapacity(models.count)
    // What is still to come to; all else is done or waits for what it refers to.
    var isPending = [Bool](repeating: false, count: schema.models.count)
    for model in models { isPending[model] = true }
    for root in models where isPending[root] {
      var stack = [Waiting(model: root, targets: referredModels(root)[...])]
      isPending[root] = false
      while !stack.isEmpty {
        guard let target = stack[stack.count - 1].targets.popFirst() else {
          result.append(stack.removeLast().model)
          continue
        }
        guard isPending[target] else { continue }
        isPending[target] = false
        stack.append(Waiting(model: target, targets: referredModels(target)[...]))
      }
    }
    return result
  }

  /// A model whose table comes behind those that it refers to.
  private struct Waiting {
    let model: Int
    var targets: ArraySlice<Int>
  }

  private func referredModels(_ model: Int) -> [Int] {
    let targets = schema.models[model].foreignKeys.map { $0.target }
    return schema.models[model].joinTables.isEmpty
      ? targets : targets + schema.models[model].joinTables.map { $0.target }
  }
}

extension Newtype {
  /// The scale, where the newtype is a fixed-point number.
  var fixedScale: Int64? {
    switch base {
    case .fixed(let scale): scale
    default: nil
    }
  }
}
