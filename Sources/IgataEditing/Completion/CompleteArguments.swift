import IgataSchema
import IgataSyntax
import IgataTables

extension Proposals {
  /// What may stand in the innermost brackets.
  mutating func completeArguments(of bracket: CursorContext.Bracket) {
    if let constraint = context.constraint {
      return constraint.kind == .check ? completeCondition() : complete(constraint, innermost: bracket)
    }
    switch bracket.kind {
    case .leftBracket: completeElements(of: bracket)
    case .leftParenthesis:
      guard let callee = context.callee(of: bracket) else { return }
      if callee.isAttribute, let kind = AttributeKind(rawValue: callee.name) {
        completeArguments(of: kind)
      } else if callee.name == "distribute", callee.isFirst {
        let label = ArgumentLabel.by.rawValue
        if context.previous == .colon { addFields(without: []) } else { add(label, .keyword, text: "\(label): ") }
      } else if callee.name == "Fixed", context.previous == .leftParenthesis {
        add("scale", .keyword, detail: "a power of ten", text: "scale: ", snippet: "scale: ${1:1000}")
      }
    default: break
    }
  }

  private mutating func completeElements(of bracket: CursorContext.Bracket) {
    guard bracket.index > 0, let field = context.field(in: snapshot) else { return }
    guard field.hasDefault else {
      if context.previous == .leftBracket { completeTypes(isElement: true) }
      return
    }
    switch context.previous {
    case .leftBracket, .comma: completeCases(of: field.type, hasDot: false)
    case .dot: completeCases(of: field.type, hasDot: true)
    default: break
    }
  }

  private mutating func completeArguments(of kind: AttributeKind) {
    let field = context.field(in: snapshot)
    let isFirst = context.previous == .leftParenthesis
    switch kind {
    case .onDelete where isFirst:
      for rule in DeleteRule.allCases {
        if rule == .nullify, field?.isOptional == false { continue }
        if rule == .unconstrained, !isInExternalModel { continue }
        add(rule.rawValue, .value, detail: rule.detail)
      }
    case .onUpdate where isFirst: for rule in UpdateRule.allCases { add(rule.rawValue, .value) }
    case .inverse where isFirst: if let field { completeInverse(of: field) }
    case .references where isFirst || context.previous == .comma:
      if let model = field?.model { addFields(of: .model(model), without: argumentNames) }
    case .allow where isFirst || context.previous == .comma: completeRules()
    case .renamed where isFirst: add("from", .keyword, text: "from: ", snippet: "from: \"$1\"")
    case .renamed where context.previous == .colon || context.previous == .comma: completeFormerNames(isQuoted: false)
    case .backfill where isFirst: completeBackfill(of: field)
    case .backfill where context.previous == .dot: completeCases(of: field?.type, hasDot: true)
    default: break
    }
  }

  private var isInExternalModel: Bool {
    guard case .model(let index)? = owner?.declaration, snapshot.schema.models.indices.contains(index) else {
      return false
    }
    return snapshot.schema.models[index].isExternal
  }

  private mutating func completeInverse(of field: WrittenField) {
    guard let target = field.model, case .model(let owner)? = owner?.declaration else { return }
    for candidate in snapshot.declared.fields(of: .model(target)) {
      switch candidate.kind {
      case .toOne(owner, _, _): add(candidate)
      case .ordered(owner) where field.isList && candidate.name != field.name: add(candidate, rank: 1)
      default: continue
      }
    }
  }

  private mutating func completeBackfill(of field: WrittenField?) {
    add("none", .value, detail: "no row needs a value", rank: 1)
    add("sql", .keyword, detail: "SQL for the old row", text: "sql: \"\"", snippet: "sql: \"${1:expression}\"", rank: 2)
    let call = "swift: \"${1:name}({${2:field}})\""
    add("swift", .keyword, detail: "a function of the program", text: "swift: \"\"", snippet: call, rank: 2)
    guard let field else { return }
    let scalar = field.scalar(in: snapshot.schema)
    if scalar?.isNumber == true {
      add("rounded", .value, detail: "the old number, rounded half to even")
      add("clamped", .value, detail: "the nearest bound")
    }
    if scalar?.isNumber == true || scalar == .string { add("truncated", .value, detail: "without what doesn't fit") }
    completeDefault(of: field)
  }

  /// The names that are in the innermost brackets already.
  private var argumentNames: Set<String> {
    guard let bracket = context.bracket else { return [] }
    return Set(context.arguments(of: bracket).filter(\.kind.isName).map(context.text))
  }

  private mutating func complete(
    _ constraint: (kind: ConstraintSyntax.Kind, bracket: CursorContext.Bracket),
    innermost: CursorContext.Bracket
  ) {
    let arguments = context.arguments(of: constraint.bracket)
    let names = Set(arguments.filter(\.kind.isName).map(context.text))
    let labels = Set(zip(arguments, arguments.dropFirst()).filter { $1.kind == .colon }.map { context.text($0.0) })
    if arguments.contains(where: { $0.kind == .colon }) {
      let label = context.label(in: constraint.bracket)
      if label == "where" { return completeCondition() }
      if label == "using", context.previous == .colon {
        for method in IndexMethod.allCases { add(method.rawValue, .value) }
        return
      }
    }
    switch context.previous {
    case .leftParenthesis, .comma:
      if !arguments.contains(where: { $0.kind == .colon }) { addFields(without: names) }
      guard context.previous == .comma, innermost.index == constraint.bracket.index else { return }
      for label in constraint.kind.optionLabels
      where !labels.contains(label) && (label != "where" || constraint.kind != .primaryKey) {
        add(label, .keyword, text: "\(label): ", snippet: label == "name" ? "name: \"$1\"" : nil, rank: 1)
      }
    case .identifier, .quotedIdentifier, .rightParenthesis:
      if constraint.kind == .index { add(ConstraintSyntax.Column.descending, .keyword, detail: "greatest first") }
    default: break
    }
  }

  /// The fields of the declaration at the location.
  mutating func addFields(without names: Set<String>, rank: Int = 0) {
    if let owner = owner?.declaration { addFields(of: owner, without: names, rank: rank) }
  }

  mutating func addFields(of owner: NameUse.Declaration, without names: Set<String>, rank: Int = 0) {
    for field in snapshot.fieldSyntaxes(of: owner) where !names.contains(field.name.text) {
      guard field.name.range != context.word else { continue }
      add(
        nameText(field.name.text), .field, detail: field.type.map { snapshot.text(of: $0.range) },
        documentation: field.documentation?.lines.joined(separator: "\n"),
        isDeprecated: field.attributes.has("deprecated"), rank: rank)
    }
  }

  private mutating func add(_ field: DeclaredField, rank: Int = 0) {
    add(nameText(field.name), .field, detail: snapshot.text(of: field.typeRange), rank: rank)
  }
}

extension CursorContext {
  /// The constraint that the location is in the parentheses of, with these.
  var constraint: (kind: ConstraintSyntax.Kind, bracket: Bracket)? {
    guard let bracket = open.first(where: { !$0.isBody && $0.index > start }), let callee = callee(of: bracket),
      callee.isFirst, !callee.isAttribute, let kind = ConstraintSyntax.Kind(rawValue: callee.name)
    else { return nil }
    return (kind, bracket)
  }

  /// The label of the argument at the location.
  func label(in bracket: Bracket) -> String? {
    var depth = 0
    var label: String?
    for (index, token) in zip(tokens.indices, tokens).dropFirst(bracket.index + 1) {
      switch token.kind {
      case .leftParenthesis, .leftBracket: depth += 1
      case .rightParenthesis, .rightBracket: depth -= 1
      case .colon where depth == 0: label = text(tokens[index - 1])
      case .comma where depth == 0: label = nil
      default: break
      }
    }
    return label
  }
}

extension DeleteRule {
  fileprivate var detail: String {
    switch self {
    case .cascade: "this row is deleted, too"
    case .restrict: "the other row can't be deleted"
    case .nullify: "the relation becomes nil"
    case .noAction: "the database checks at the end"
    case .unconstrained: "there is no foreign key"
    }
  }
}

extension Snapshot {
  /// The fields of a model or a struct in the source, including those whose type is invalid.
  func fieldSyntaxes(of owner: NameUse.Declaration) -> [FieldSyntax] {
    let members: [MemberSyntax] =
      switch owner {
      case .model(let model): declared.models.indices.contains(model) ? declared.models[model].syntax.members : []
      case .structure(let number):
        declared.structs.indices.contains(number) ? declared.structs[number].syntax.members : []
      case .enumeration, .newtype, .enumCase, .field, .structField: []
      }
    return members.compactMap { if case .field(let field) = $0 { field } else { nil } }
  }
}
