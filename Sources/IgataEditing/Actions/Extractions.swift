import IgataDiagnostics
import IgataSchema
import IgataSyntax

extension Snapshot {
  /// Makes a type of its own of the scalar of a field, with its bounds.
  func newtype(of field: DeclaredField, before declaration: DeclarationSyntax, in tree: SyntaxTree) -> [CodeAction] {
    guard case .scalar? = field.valueType, !field.isList, let type = field.syntax.type, let name = type.innermostName,
      field.attribute("primaryKey") == nil, field.syntax.range.file == tree.file
    else { return [] }
    let new = unusedName(field.name.uppercasedFirst, orWith: "Value")
    guard isIdentifier(new) else { return [] }
    let moved = field.syntax.attributes.filter { ["length", "range", "pattern", "precision"].contains($0.name.text) }
    var named = type.range
    if case .optional(let wrapped, _) = type { named = wrapped.range }
    let base = ([text(of: named)] + moved.map { text(of: $0.range) }).joined(separator: " ")
    let start = tree.source.lineStart(of: declaration.wholeRange.start)
    let top = SourceRange(file: tree.file, start: start, end: start)
    let edits =
      [Diagnostic.Fix.Edit(top, "type \(new) = \(base)\n\n"), .init(named, new)]
      + moved.map { .init(tree.withSpaceBefore($0.range), "") }
    return [CodeAction("make a type of the '\(name)'", .extract, edits)]
  }

  /// Takes fields out of a model into a struct, which keeps their columns.
  func extraction(
    of fields: [DeclaredField], from declaration: DeclarationSyntax, in tree: SyntaxTree
  ) -> [CodeAction] {
    guard case .model = declaration, let model = fields[0].model, fields.allSatisfy({ canMove($0, from: model) }),
      let first = fields.first, let last = fields.last, last.position - first.position == fields.count - 1
    else { return [] }
    let name = unusedName("Details", orWith: "Value")
    let label = name.lowercasedFirst
    guard !declared.fields(of: .model(model)).contains(where: { $0.name == label }) else { return [] }
    let columns = fields.flatMap { field in
      schema.models[model].columns.filter { $0.field == field.position }.map { stringLiteral($0.name) }
    }
    let members = fields.map { member(of: $0) }
    var range = first.syntax.range.including(first.syntax.documentation)
    range.end = last.syntax.range.end
    let structure = "struct \(name) {\n\(members.joined())}\n"
    let edits = [
      Diagnostic.Fix.Edit(range, "\(label): \(name) @columns(\(columns.joined(separator: ", ")))"),
      insertion(of: structure, after: declaration.range.end, in: tree),
    ]
    return [CodeAction("take \(fields.count) fields out into a struct", .extract, edits)]
  }

  /// The lines of a field with its documentation, as a member of a struct.
  private func member(of field: DeclaredField) -> String {
    text(of: field.syntax.range.including(field.syntax.documentation)).split(separator: "\n")
      .map { "  " + $0.drop { $0 == " " } + "\n" }.joined()
  }

  /// Whether a struct can have the field, nothing else names it, and its column can keep its name.
  private func canMove(_ field: DeclaredField, from model: Int) -> Bool {
    guard field.model == model, declared.references(to: .field(model: model, name: field.name)).isEmpty else {
      return false
    }
    switch field.kind {
    case .value, .list: break
    case .embedded, .toOne, .inverse, .ordered: return false
    }
    return field.syntax.attributes.allSatisfy { attribute in
      guard let kind = AttributeKind(rawValue: attribute.name.text) else { return false }
      return kind.targets.contains(.structField) && kind != .column && kind != .renamed
    }
  }

  /// A name that no type has.
  private func unusedName(_ name: String, orWith ending: String) -> String {
    var name = name
    while isReservedTypeName(name) || declaration(named: name) != nil
      || schema.reservedModels.contains(where: { $0.name == name })
    { name += ending }
    return name
  }
}

extension TypeReferenceSyntax {
  fileprivate var innermostName: String? { name?.text }
}

extension String {
  fileprivate var uppercasedFirst: String { prefix(1).uppercased() + dropFirst() }
}
