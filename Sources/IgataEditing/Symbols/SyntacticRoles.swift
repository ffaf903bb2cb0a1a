import IgataDiagnostics
import IgataSchema
import IgataSyntax
import IgataTables

/// The classes of words that only the syntax decides, by the offset of the word.
struct SyntacticRoles {
  private(set) var kinds: [Int: SemanticToken.Kind] = [:]
  /// The words that are part of the language or of its library, such as `String` and `uuid`.
  private(set) var isBuiltIn: Set<Int> = []
  private let tree: SyntaxTree

  /// - Parameter range: The part of the file whose words are wanted.
  init(_ tree: SyntaxTree, in range: SourceRange) {
    self.tree = tree
    for declaration in tree.declarations where declaration.range.touches(range) { add(declaration) }
  }

  private mutating func add(_ declaration: DeclarationSyntax) {
    kinds[declaration.range.start] = .keyword
    add(declaration.attributes)
    switch declaration {
    case .enum(let syntax):
      if let type = syntax.rawType { add(type) }
      for item in syntax.cases {
        if item.range.start != item.name.range.start { kinds[item.range.start] = .keyword }
        add(item.attributes)
      }
      for reserved in syntax.reserved { add(reserved, of: .enumMember) }
    case .type(let syntax): if let type = syntax.base { add(type) }
    case .struct(let syntax), .model(let syntax): for member in syntax.members { add(member) }
    case .reserved(let reserved): add(reserved, of: .class)
    }
  }

  /// - Parameter kind: What the reserved names were.
  private mutating func add(_ reserved: ReservedSyntax, of kind: SemanticToken.Kind) {
    kinds[reserved.range.start] = .keyword
    for name in reserved.names { kinds[name.range.start] = kind }
  }

  private mutating func add(_ member: MemberSyntax) {
    switch member {
    case .field(let field):
      if field.isConstant, field.range.start != field.name.range.start { kinds[field.range.start] = .keyword }
      if let type = field.type { add(type) }
      if let value = field.defaultValue { add(value) }
      add(field.attributes)
    case .constraint(let constraint):
      kinds[constraint.keyword.start] = .keyword
      for column in constraint.columns {
        if let function = column.function { add(function: function) }
        if column.isDescending { addWord(after: column) }
      }
      for option in constraint.options { add(option) }
    case .reserved(let reserved): add(reserved, of: .property)
    case .distribution(let distribution):
      kinds[distribution.range.start] = .keyword
      if let field = distribution.field { addLabel(before: field.range.start) }
    }
  }

  /// The word `desc` after a column.
  private mutating func addWord(after column: ConstraintSyntax.Column) {
    var index = tree.tokenIndex(after: column.name.range.end)
    let closes = column.function != nil
    while index < tree.tokens.count,
      tree.tokens[index].kind.isSpace || tree.tokens[index].kind.isComment
        || (closes && tree.tokens[index].kind == .rightParenthesis)
    { index += 1 }
    if index < tree.tokens.count, tree.tokens[index].kind == .identifier { kinds[tree.tokens[index].start] = .keyword }
  }

  /// The word `by` before a colon.
  private mutating func addLabel(before offset: Int) {
    var index = tree.tokenIndex(after: offset) - 1
    while index >= 0,
      tree.tokens[index].kind.isSpace || tree.tokens[index].kind.isComment
        || tree.tokens[index].kind == .colon
    { index -= 1 }
    if index >= 0, tree.tokens[index].kind == .identifier { kinds[tree.tokens[index].start] = .parameter }
  }

  private mutating func add(_ attributes: [AttributeSyntax]) {
    for attribute in attributes {
      kinds[attribute.range.start] = .decorator
      kinds[attribute.name.range.start] = .decorator
      for argument in attribute.arguments ?? [] { add(argument) }
    }
  }

  private mutating func add(_ argument: ArgumentSyntax) {
    if let label = argument.label { kinds[label.range.start] = .parameter }
    add(argument.value)
  }

  private mutating func add(_ type: TypeReferenceSyntax) {
    var type = type
    while true {
      switch type {
      case .list(let inner, _), .optional(let inner, _): type = inner
      case .named(let name, let arguments, _):
        if Scalar(named: name.text) != nil {
          kinds[name.range.start] = .type
          isBuiltIn.insert(name.range.start)
        }
        for argument in arguments ?? [] { add(argument) }
        return
      }
    }
  }

  private mutating func add(function: NameSyntax) {
    kinds[function.range.start] = .function
    if Self.functions.contains(function.text) { isBuiltIn.insert(function.range.start) }
  }

  /// The functions of defaults, indexes and conditions.
  private static let functions = Set(
    DefaultFunction.allCases.map(\.rawValue) + IndexFunction.allCases.map(\.rawValue)
      + ConditionFunction.allCases.map(\.rawValue))

  private mutating func add(_ value: ExpressionSyntax, isInObject: Bool = false) {
    switch value {
    case .name(let name) where isInObject && name.text == jsonNull: kinds[name.range.start] = .keyword
    case .call(let name, let arguments, _):
      add(function: name)
      for argument in arguments { add(argument) }
    case .enumCase(let name, _): kinds[name.range.start] = .enumMember
    case .name(let name): add(word: name.range)
    case .list(let elements, _): for element in elements { add(element, isInObject: isInObject) }
    case .object(let members, _): for member in members { add(member.value, isInObject: true) }
    case .condition(let condition): add(condition)
    case .literal, .range: break
    }
  }

  /// A bare word, such as the name of a rule, which can consist of words with hyphens between them.
  private mutating func add(word: SourceRange) {
    for token in tree.tokens[tree.tokens.partitionIndex(where: { $0.start >= word.start })...] {
      guard token.start < word.end else { return }
      kinds[token.start] = .enumMember
    }
  }

  private mutating func add(_ condition: ConditionSyntax) {
    switch condition {
    case .comparison(let left, _, let right, _):
      add(left)
      add(right)
    case .operand(let operand): add(operand)
    case .isIn(let operand, let elements, let range):
      add(operand)
      for element in elements { add(element) }
      addMethod(after: operand.range.end, before: range.end)
    case .not(let inner, _): add(inner)
    case .all(let terms), .any(let terms): for term in terms { add(term) }
    }
  }

  private mutating func add(_ operand: OperandSyntax) {
    switch operand {
    case .call(let name, _, _): add(function: name)
    case .enumCase(let name, _): kinds[name.range.start] = .enumMember
    case .field, .literal: break
    }
  }

  /// The word `isIn` after a dot.
  private mutating func addMethod(after offset: Int, before end: Int) {
    var index = tree.tokenIndex(after: offset)
    while index < tree.tokens.count, tree.tokens[index].start < end, !tree.tokens[index].kind.isName { index += 1 }
    guard index < tree.tokens.count, tree.tokens[index].start < end else { return }
    kinds[tree.tokens[index].start] = .function
    isBuiltIn.insert(tree.tokens[index].start)
  }
}
