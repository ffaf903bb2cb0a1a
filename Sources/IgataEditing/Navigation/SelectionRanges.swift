public import IgataDiagnostics
import IgataSyntax

extension Snapshot {
  /// The ranges around a location from the innermost to the outermost: token, argument, attribute, member, body,
  /// declaration, file. Each contains the one before it, and none is there twice. Empty if there is no such file.
  public func selectionRanges(at location: TextLocation) -> [SourceRange] {
    guard let tree = tree(of: location.file) else { return [] }
    let offset = max(0, min(location.offset, tree.source.bytes.count))
    var parts = EnclosingParts(file: location.file, offset: offset)
    parts.add(SourceRange(file: location.file, start: 0, end: tree.source.bytes.count))
    for index in Set([tree.tokenIndex(after: offset), tree.tokenIndex(after: offset - 1)])
    where tree.tokens.indices.contains(index) && !tree.tokens[index].kind.isSpace {
      parts.add(SourceRange(file: location.file, start: tree.tokens[index].start, end: tree.tokens[index].end))
    }
    if let declaration = tree.declaration(at: offset) { parts.add(declaration, body: tree.body(of: declaration)) }
    return parts.nested
  }
}

extension SyntaxTree {
  /// The range between the braces of a declaration.
  func body(of declaration: DeclarationSyntax) -> SourceRange? {
    if case .type = declaration { return nil }
    let start = declaration.name?.range.end ?? declaration.range.start
    var index = tokens.partitionIndex { $0.start >= start }
    let last = declaration.attributes.last.map { max(start, $0.range.end) } ?? start
    while index < tokens.count, tokens[index].start < last || tokens[index].kind != .leftBrace { index += 1 }
    guard index < tokens.count, tokens[index].end <= declaration.range.end else { return nil }
    let closes = declaration.range.end > 0 && source.bytes[declaration.range.end - 1] == UInt8(ascii: "}")
    let end = max(tokens[index].end, declaration.range.end - (closes ? 1 : 0))
    return SourceRange(file: file, start: tokens[index].end, end: end)
  }
}

/// The parts of a tree that contain an offset.
private struct EnclosingParts {
  let file: Int
  let offset: Int
  private var ranges: [SourceRange] = []

  init(file: Int, offset: Int) {
    self.file = file
    self.offset = offset
  }

  /// The ranges from the innermost to the outermost, without those that only overlap.
  var nested: [SourceRange] {
    var result: [SourceRange] = []
    for range in ranges.sorted(by: { $0.end - $0.start < $1.end - $1.start }) {
      guard let last = result.last else {
        result.append(range)
        continue
      }
      if range != last, range.contains(last) { result.append(range) }
    }
    return result
  }

  @discardableResult
  mutating func add(_ range: SourceRange?) -> Bool {
    guard let range, range.file == file, range.contains(offset) else { return false }
    ranges.append(range)
    return true
  }

  mutating func add(_ declaration: DeclarationSyntax, body: SourceRange?) {
    add(declaration.wholeRange)
    add(declaration.range)
    add(body)
    add(declaration.attributes)
    if case .enum(let syntax) = declaration {
      for item in syntax.cases where add(item.range.including(item.documentation)) {
        add(item.range)
        add(item.attributes)
      }
    }
    if let member = declaration.members.member(at: offset) { add(member) }
  }

  private mutating func add(_ member: MemberSyntax) {
    add(member.wholeRange)
    add(member.range)
    switch member {
    case .field(let field):
      add(field.documentation?.range)
      if let type = field.type { add(type) }
      if let value = field.defaultValue { add(value) }
      add(field.attributes)
    case .constraint(let constraint): for option in constraint.options { add(option) }
    case .reserved, .distribution: break
    }
  }

  private mutating func add(_ attributes: [AttributeSyntax]) {
    for attribute in attributes where add(attribute.range) {
      for argument in attribute.arguments ?? [] { add(argument) }
    }
  }

  private mutating func add(_ argument: ArgumentSyntax) {
    if add(argument.range) { add(argument.value) }
  }

  private mutating func add(_ type: TypeReferenceSyntax) {
    guard add(type.range) else { return }
    switch type {
    case .named(_, let arguments, _): for argument in arguments ?? [] { add(argument) }
    case .list(let inner, _), .optional(let inner, _): add(inner)
    }
  }

  private mutating func add(_ value: ExpressionSyntax) {
    guard add(value.range) else { return }
    switch value {
    case .call(_, let arguments, _): for argument in arguments { add(argument) }
    case .list(let elements, _): for element in elements { add(element) }
    case .object(let members, _):
      for member in members {
        add(member.keyRange.union(member.value.range))
        add(member.value)
      }
    case .condition(let condition): add(condition)
    case .literal, .enumCase, .name, .range: break
    }
  }

  private mutating func add(_ condition: ConditionSyntax) {
    guard add(condition.range) else { return }
    switch condition {
    case .comparison(let left, _, let right, _):
      add(left.range)
      add(right.range)
    case .operand(let operand): add(operand.range)
    case .isIn(let operand, _, _): add(operand.range)
    case .not(let inner, _): add(inner)
    case .all(let terms), .any(let terms): for term in terms { add(term) }
    }
  }
}
