import IgataSchema
import IgataTemplateLanguage

/// The view of one generated Swift file: what one schema file declares.
extension GenerationScope {
  private static let fileShape = Shape(
    "source", "imports", "schemaName", "models", "enums", "newtypes", "fixedPoints", "structs", "modelDeclarations",
    "names")
  private static let namesShape = Shape(
    "access", "PersistableSchema", "PersistableModel", "PersistableEnum", "PersistableNewtype", "PersistableStruct",
    "FixedPoint", "FixedPointLiteral", "ColumnConstraints", "TableDescription", "RowReader", "RowWriter",
    "PersistableKey", "StoredValue", "CustomStringConvertible", "CustomReflectable", "Mirror")
  private static let swiftNames: Set<String> = [
    "CustomStringConvertible", "CustomReflectable", "Mirror",
  ]

  static func names(access: AccessLevel, declared: NameSet) -> TemplateValue {
    .view(
      Record(
        namesShape,
        [.text(access.modifier)]
          + namesShape.names.dropFirst().map { name in
            guard declared.contains(name) else { return .text(name) }
            return .text(
              (swiftNames.contains(name) ? "Swift." : "IgataRuntime.") + name)
          }))
  }

  func fileView(file: Int, source: String) -> Record {
    let newtypes = schema.newtypes.filter { $0.origin.file == file }
    let structs = schema.structs.indices.filter { schema.structs[$0].origin.file == file }
    let models = schema.models.indices.filter { schema.models[$0].origin.file == file }
    let order = creationOrder(closure(of: models))
    return Record(
      Self.fileShape,
      [
        .text(source + ".igata"),
        .texts(imports(file: file)),
        .text(schemaName(source)),
        .text(SwiftLayout.list("", order.map { modelType($0) + ".self" }, "", .square, indent: 4)),
        .records(
          schema.enums.indices.filter { schema.enums[$0].origin.file == file }.map { view($0, of: schema.enums) }),
        .records(newtypes.filter { $0.fixedScale == nil }.map(view)),
        .records(newtypes.compactMap { newtype in newtype.fixedScale.map { view(newtype, scale: $0) } }),
        .records(structs.map(view)),
        .made(ViewSource(count: models.count) { [self] in SwiftModelView(self, schema.models[models[$0]]) }),
        names,
      ])
  }

  /// `HouseholdSchema`, with underscores behind it where the schema has a type of that name.
  func schemaName(_ source: String) -> String {
    var name = SwiftIdentifier.typeName(fromFile: source) + "Schema"
    while isDeclared(name) { name += "_" }
    return name
  }

  private func imports(file: Int) -> [String] {
    let modules = (usesFoundation(file: file) ? ["Foundation"] : []) + ["IgataRuntime"]
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

  /// The models and all that they relate to, directly or not.
  private func closure(of models: [Int]) -> Set<Int> {
    var result = Set(models)
    var pending = models
    while let model = pending.popLast() {
      for target in relatedModels(model) where result.insert(target).inserted { pending.append(target) }
    }
    return result
  }

  private func relatedModels(_ model: Int) -> [Int] {
    schema.models[model].fields.compactMap { field in
      switch field.kind {
      case .toOne(let target, _, _), .toMany(let target, _), .ordered(let target): target
      case .value, .list, .embedded: nil
      }
    }
  }

  /// The models in the order in which tables can be created: those that others refer to first, where there is no
  /// circle; otherwise as in the schema.
  func creationOrder(_ models: Set<Int>) -> [Int] {
    var result: [Int] = []
    var state: [Int: Bool] = [:]
    for root in models.sorted() where state[root] == nil {
      var stack: [(model: Int, next: Int, targets: [Int])] = [(root, 0, referredModels(root))]
      state[root] = false
      while var top = stack.popLast() {
        if top.next < top.targets.count {
          let target = top.targets[top.next]
          top.next += 1
          stack.append(top)
          if models.contains(target), state[target] == nil {
            state[target] = false
            stack.append((target, 0, referredModels(target)))
          }
        } else {
          state[top.model] = true
          result.append(top.model)
        }
      }
    }
    return result
  }

  private func referredModels(_ model: Int) -> [Int] {
    schema.models[model].foreignKeys.map(\.target) + schema.models[model].joinTables.map(\.target)
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
