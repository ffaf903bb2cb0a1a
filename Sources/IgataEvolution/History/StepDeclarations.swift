import IgataDiagnostics
public import IgataSyntax

/// Whether the text of a schema can have `@renamed` or `@backfill`: whether one of them is anywhere in it.
public func mayHaveStepDeclarations(_ text: [UInt8]) -> Bool {
  text.indices.contains { index in
    guard text[index] == UInt8(ascii: "@") else { return false }
    let rest = text[(index + 1)...]
    return rest.starts(with: "renamed".utf8) || rest.starts(with: "backfill".utf8)
  }
}

/// The text of a schema without `@renamed` and `@backfill`, which say something about one step only.
public func withoutStepDeclarations(_ tree: SyntaxTree) -> [UInt8] {
  removing(tree.declarations.flatMap(\.stepAttributes).map(\.range), from: tree)
}

private func removing(_ ranges: [SourceRange], from tree: SyntaxTree) -> [UInt8] {
  var bytes = tree.source.bytes
  for range in ranges.sorted(by: { $0.start > $1.start }) {
    var (start, end) = (range.start, range.end)
    func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    while start > 0, isBlank(bytes[start - 1]) { start -= 1 }
    if start > 0, bytes[start - 1] == UInt8(ascii: "\n") {
      while end < bytes.count, isBlank(bytes[end]) { end += 1 }
      if end < bytes.count, let lineEnd = lineEnd(bytes, at: end) {
        // An attribute on a line of its own takes the line along.
        end = lineEnd
      } else {
        // What follows it on the line gets its position, as the indentation says that the line continues another.
        start = range.start
      }
    }
    bytes.removeSubrange(start..<end)
  }
  return bytes
}

/// The index after the line break at a position; `nil` if there is none.
private func lineEnd(_ bytes: [UInt8], at index: Int) -> Int? {
  let isPair = bytes[index] == UInt8(ascii: "\r") && index + 1 < bytes.count
  let end = isPair ? index + 1 : index
  return bytes[end] == UInt8(ascii: "\n") ? end + 1 : nil
}

/// The text of a schema without the `@renamed` that would rename something again in the next version: those from names
/// that the schema still has, as after a swap of two names.
public func withoutRepeatableRenames(_ tree: SyntaxTree, among trees: [SyntaxTree]) -> [UInt8] {
  let models = Set(trees.flatMap(\.declarations).compactMap(\.modelName))
  return removing(tree.declarations.flatMap { $0.renames(from: models) }.map(\.range), from: tree)
}

extension DeclarationSyntax {
  fileprivate var modelName: String? { if case .model(let syntax) = self { syntax.name?.text } else { nil } }

  /// The attributes `@renamed` whose former name is that of a model, or of another member of the declaration.
  fileprivate func renames(from models: Set<String>) -> [AttributeSyntax] {
    switch self {
    case .enum(let syntax):
      let names = Set(syntax.cases.map(\.name.text))
      return syntax.cases.flatMap(\.attributes).filter { $0.isRename(from: names) }
    case .struct: return members.flatMap { $0.renames(from: members.names) }
    case .model(let syntax):
      return syntax.attributes.filter { $0.isRename(from: models) }
        + members.flatMap { $0.renames(from: members.names, of: syntax.name?.text) }
    case .type, .reserved: return []
    }
  }
}

extension [MemberSyntax] {
  fileprivate var names: Set<String> {
    Set(compactMap { member in if case .field(let field) = member { field.name.text } else { nil } })
  }
}

extension AttributeSyntax {
  /// - Parameter owner: The model in front of the names of its own fields, as in `"Account.note"`.
  fileprivate func isRename(from names: Set<String>, of owner: String? = nil) -> Bool {
    guard name.text == "renamed" else { return false }
    return (arguments ?? []).contains { argument in
      guard case .literal(let literal) = argument.value, case .string(let former) = literal.value else { return false }
      // A field that came from another model has its own name already, and stays.
      let isOwn = owner.map { former.hasPrefix("\($0).") } ?? false
      return names.contains(isOwn ? String(former.split(separator: ".").last ?? "") : former)
    }
  }
}

extension DeclarationSyntax {
  fileprivate var stepAttributes: [AttributeSyntax] {
    let cases = if case .enum(let syntax) = self { syntax.cases.flatMap(\.attributes) } else { [AttributeSyntax]() }
    return (attributes + cases + members.flatMap(\.attributes)).filter {
      $0.name.text == "renamed" || $0.name.text == "backfill"
    }
  }
}

extension MemberSyntax {
  fileprivate var attributes: [AttributeSyntax] { if case .field(let field) = self { field.attributes } else { [] } }

  fileprivate func renames(from names: Set<String>, of owner: String? = nil) -> [AttributeSyntax] {
    attributes.filter { $0.isRename(from: names, of: owner) }
  }
}
