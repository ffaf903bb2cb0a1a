import IgataSchema
import IgataTables
import IgataTemplateLanguage

/// The view of one generated Swift file, with the declarations of one schema file.
extension GenerationScope {
  private static let fileShape = Shape(
    "source", "imports", "schema", "enums", "newtypes", "fixedPoints", "structs", "modelDeclarations", "aliases",
    "hasAliases", "names")
  private static let aliasShape = Shape("modifier", "name", "type")

  static func names(access: AccessLevel, _ typeNames: TypeNames) -> TemplateValue {
    ModuleNames.swift.view(
      access.modifier, typeNames,
      others: [
        typeNames.runtimeCall("ModelOrigin"), typeNames.runtimeCall("OriginalRow"),
        typeNames.declaration("table", "TableDescription"), typeNames.runtimeCall("TableDescription"),
        typeNames.declaration("constraints", "ColumnConstraints"),
      ])
  }

  /// - Parameter schemaName: The name of the enum that lists all models, if it is in this file.
  func fileView(of declared: FileDeclarations, source: String, schemaName: String?) -> Record {
    let newtypes = declared.newtypes.map { schema.newtypes[$0] }.filter { $0.swiftType == nil }
    let models = declared.models
    let aliases = aliases(of: declared)
    return Record(
      Self.fileShape,
      [
        .text(SourcePaths.inComment(source)),
        .texts(imports(of: declared, hasSchema: schemaName != nil)),
        schemaName.map { .view(schemaView($0, of: [source])) } ?? .null,
        .records(declared.enums.map { view($0, of: schema.enums) }),
        .records(newtypes.filter { $0.fixedScale == nil }.map(view)),
        .records(newtypes.compactMap { newtype in newtype.fixedScale.map { view(newtype, scale: $0) } }),
        .records(declared.structs.map(view)),
        .made(ViewSource(count: models.count) { [self] in SwiftModelView(self, models[$0]) }),
        .records(aliases), .flag(!aliases.isEmpty), names,
      ])
  }

  /// The type aliases by which the file refers to declarations that members of its types hide.
  private func aliases(of declared: FileDeclarations) -> [Record] {
    // A table refers to its model and to the targets of its foreign keys.
    let named = Set(declared.models).union(declared.models.flatMap(relatedModels))
    var hidden: [TypeNames.Alias] = []
    if named.contains(where: { typeNames.privateAlias(of: schema.models[$0].name) != nil }) {
      hidden = creationOrder(from: named.sorted()).compactMap { typeNames.privateAlias(of: schema.models[$0].name) }
    }
    if declared.structs.contains(where: { schema.structs[$0].fields.contains(where: \.isSensitive) }),
      let text = typeNames.stringAlias
    {
      hidden.append(text)
    }
    return names(of: declared).compactMap(typeNames.visibleAlias).map { record($0, modifier) }
      + hidden.map { record($0, "private ") }
  }

  /// The type aliases by which classes for other frameworks refer to the declarations of a file that members hide.
  func classAliases(file: Int) -> [Record] {
    names(of: declarations(in: file)).compactMap(typeNames.classAlias).map { record($0, modifier) }
  }

  /// The type aliases by which the file with the list of models refers to models that its members hide.
  func privateAliases(ofModels models: Range<Int>) -> [Record] {
    models.compactMap { typeNames.privateAlias(of: schema.models[$0].name) }.sorted { $0.name < $1.name }
      .map { record($0, "private ") }
  }

  private func record(_ alias: TypeNames.Alias, _ modifier: String) -> Record {
    Record(Self.aliasShape, [.text(modifier), .text(alias.name), .text(alias.type)])
  }

  private func names(of declared: FileDeclarations) -> [String] {
    declared.enums.map { schema.enums[$0].name } + declared.newtypes.map { schema.newtypes[$0].name }
      + declared.structs.map { schema.structs[$0].name } + declared.models.map { schema.models[$0].name }
  }

  private func relatedModels(_ model: Int) -> [Int] {
    schema.models[model].fields.indices.compactMap { field in
      switch schema.models[model].fields[field].kind {
      case .toOne(let target, _, _), .inverse(let target, _, _), .ordered(let target): target
      case .value, .list, .embedded: nil
      }
    }
  }

  private func imports(of declared: FileDeclarations, hasSchema: Bool) -> [String] {
    let needsFoundation = usesFoundation(declared) || hasSchema && functionsUseFoundation
    let needed = (needsFoundation ? ["Foundation"] : []) + ["IgataRuntime"]
    let own = ownTypes(of: declared).filter { !needed.contains($0.module.joined(separator: ".")) }
    return imports(needed + Set(own.compactMap(\.scopedImport)).sorted())
  }

  /// The types of the user's own that the file refers to: those of its columns, and those that it could name.
  private func ownTypes(of declared: FileDeclarations) -> [SwiftTypeName] {
    guard schema.newtypes.contains(where: { $0.swiftType != nil }) else { return [] }
    let columns = declared.models.flatMap { schema.models[$0].columns.map(\.type) }
    let fields = declared.structs.flatMap { schema.structs[$0].fields }.compactMap { field -> ValueType? in
      switch field.kind {
      case .value(let type, _), .list(let type): type
      case .embedded, .toOne, .inverse, .ordered: nil
      }
    }
    return (columns + fields + declared.newtypes.map { .newtype($0) }).compactMap { type in
      if case .newtype(let index) = type { schema.newtypes[index].swiftType } else { nil }
    }
  }

  /// Imports of modules that the declarations of a file use.
  ///
  /// They can be used by the declarations of the access level, also where imports are internal by default. If they are
  /// public, other files may import the module with any access level.
  func imports(_ modules: [String]) -> [String] {
    let explicit = modules.map { "\(access.rawValue) import \($0)" }
    if access == .public { return explicit }
    let plain = modules.map { explicitImports.contains($0) ? "\(access.rawValue) import \($0)" : "import \($0)" }
    // If one file has a `package import`, the compiler rejects a plain import of the same module in any other file,
    // unless imports are internal by default. With only plain imports, nothing else is needed.
    if access == .internal || plain == explicit { return plain }
    return ["#if hasFeature(InternalImportsByDefault)"] + explicit + ["#else"] + plain + ["#endif"]
  }

  /// The fields of the structs and models of a file.
  func fields(of declared: FileDeclarations) -> [Field] {
    declared.structs.flatMap { schema.structs[$0].fields } + declared.models.flatMap { schema.models[$0].fields }
  }

  private func usesFoundation(_ declared: FileDeclarations) -> Bool {
    func uses(_ field: Field) -> Bool {
      switch field.kind {
      case .value(let type, _): needsFoundation(type) || field.holdsGeneratedUUID
      case .list(let type): needsFoundation(type)
      case .toOne(let target, .wrapper, _): derivableKey(of: target) != nil
      case .embedded, .toOne, .inverse, .ordered: false
      }
    }
    func uses(_ model: Model) -> Bool {
      model.fields.contains(where: uses) || model.columns.contains { needsFoundation($0.type) }
        || draft(of: model) != nil
    }
    let generated = declared.newtypes.map { schema.newtypes[$0] }.filter { $0.swiftType == nil }
    return generated.contains { needsFoundation(.scalar($0.base)) }
      || declared.structs.contains { schema.structs[$0].fields.contains(where: uses) }
      || declared.models.contains { uses(schema.models[$0]) }
  }

  // MARK: Order

  /// The models in an order in which their tables can be created: models that others refer to come first, unless there
  /// is a cycle. Otherwise the order is unchanged.
  func creationOrder(from models: [Int]) -> [Int] {
    guard let lowest = models.min(), let highest = models.max() else { return [] }
    var result: [Int] = []
    result.reserveCapacity(models.count)
    // The models that remain to be visited, from the lowest index on: the models of one file are close together. All
    // others are done, or wait for models that they refer to.
    var isPending = [Bool](repeating: false, count: highest - lowest + 1)
    for model in models { isPending[model - lowest] = true }
    for root in models where isPending[root - lowest] {
      var stack = [Waiting(model: root, targets: referredModels(root)[...])]
      isPending[root - lowest] = false
      while !stack.isEmpty {
        guard let target = stack[stack.count - 1].targets.popFirst() else {
          result.append(stack.removeLast().model)
          continue
        }
        guard target >= lowest, target <= highest, isPending[target - lowest] else { continue }
        isPending[target - lowest] = false
        stack.append(Waiting(model: target, targets: referredModels(target)[...]))
      }
    }
    return result
  }

  /// A model whose table is created after those that it refers to.
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
  /// The scale, if the newtype is a fixed-point number.
  var fixedScale: Int64? {
    switch base {
    case .fixed(let scale): scale
    default: nil
    }
  }
}
