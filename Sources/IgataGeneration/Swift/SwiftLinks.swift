import IgataSchema

/// The code for a model's linked relations, whose foreign keys consist of columns of fields.
struct SwiftLinks: Sendable {
  /// By the relation: the arguments that identify the target, `[2], reviewerEmail`.
  private(set) var targets: [String: String] = [:]
  /// By the relation: the statements that set the fields that follow from a new target.
  private(set) var assignments: [String: [String]] = [:]
  /// By the field that isn't in the schema: its initial value.
  private(set) var initialValues: [String: String] = [:]
  /// By the field: the statements that follow a change of its value.
  private(set) var observers: [String: [String]] = [:]

  /// No linked relations.
  init() {}

  init(_ scope: GenerationScope, _ model: Model, _ properties: [SwiftProperty]) {
    guard model.foreignKeys.contains(where: \.isLinked) else { return }
    let byName = Dictionary(properties.map { ($0.field.name, $0) }, uniquingKeysWith: { first, _ in first })
    for key in model.foreignKeys where key.isLinked {
      guard let relation = byName[model.fields[key.field].name] else { continue }
      add(key, relation, byName, model, scope)
    }
  }

  private mutating func add(
    _ key: ForeignKey, _ relation: SwiftProperty, _ properties: [String: SwiftProperty], _ model: Model,
    _ scope: GenerationScope
  ) {
    let (name, target) = (relation.field.name, scope.schema.models[key.target])
    let numbers = key.references.map(String.init).joined(separator: ", ")
    let values = key.columns.map { SwiftIdentifier.own(scope.member(of: $0, in: model)) }
    targets[name] = "[\(numbers)], \(values.joined(separator: ", "))"
    let mark = if case .linked(_, isOptional: true) = relation.coding.form { "?" } else { "" }
    for (column, reference) in zip(key.columns, key.references) {
      let field = model.fields[model.columns[column].field]
      guard let property = properties[field.name], model.columns[column].path.isEmpty else { continue }
      if case .toOne = field.kind { continue }
      let member = scope.member(of: reference, in: target)
      if field.isImplied {
        assignments[name, default: []].append("\(property.own) = newValue\(mark).\(member)")
        if initialValues[field.name] == nil { initialValues[field.name] = "\(relation.name)\(mark).\(member)" }
      }
      if field.isConstant { continue }
      let method = field.isImplied ? "columnDidChange" : "sharedColumnDidChange"
      observers[field.name, default: []].append(
        "\(SwiftIdentifier.own(relation.storage)).\(method)(from: oldValue, to: \(property.own))")
    }
  }
}

extension GenerationScope {
  /// The members that lead from a model to the value of a column: `name`, `home?.city`, `ownerID.number`.
  func member(of column: Int, in model: Model) -> String {
    var text = ""
    var separator = ""
    for step in memberSteps(of: column, in: model, isInKey: false) {
      text += separator + step.name
      separator = step.isOptional ? "?." : "."
    }
    return text
  }

  private func memberSteps(
    of index: Int, in model: Model, isInKey: Bool
  ) -> [(name: String, isOptional: Bool)] {
    let column = model.columns[index]
    let field = model.fields[column.field]
    if case .reference(let target, let targetColumn, _) = column.role {
      let isOptional = if case .toOne(_, .required, _) = field.kind { false } else { true }
      let step = (name: SwiftIdentifier.escape(field.name + "ID"), isOptional: isOptional)
      let key = schema.models[target]
      return key.primaryKey.count == 1 ? [step] : [step] + memberSteps(of: targetColumn, in: key, isInKey: true)
    }
    let unusable = isInKey ? Self.unusableInKeys : .empty
    let name = SwiftIdentifier.property(field.name, among: model.fields, unusable: unusable)
    var steps = [(name: name, isOptional: field.isOptionalStruct)]
    var kind = field.kind
    for step in column.path {
      guard case .embedded(let structure, _) = kind else { break }
      let fields = schema.structs[structure].fields
      guard fields.indices.contains(step) else { break }
      steps.append(
        (SwiftIdentifier.property(fields[step].name, among: fields, unusable: SwiftIdentifier.unusableInStructs),
          fields[step].isOptionalStruct))
      kind = fields[step].kind
    }
    return steps
  }
}

extension Field {
  fileprivate var isOptionalStruct: Bool { if case .embedded(_, isOptional: true) = kind { true } else { false } }
}
