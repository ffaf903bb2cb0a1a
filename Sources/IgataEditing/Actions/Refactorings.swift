import IgataDiagnostics
import IgataLint
import IgataSchema
import IgataSyntax

extension Snapshot {
  /// The changes of the design that are offered for a selection.
  func refactorings(in range: SourceRange) -> [CodeAction] {
    guard let tree = tree(of: range.file), let declaration = tree.declaration(at: range.start), isGeneratable else {
      return []
    }
    let fields = declared.fields.filter { $0.syntax.range.file == range.file && $0.syntax.range.touches(range) }
    if range.start < range.end, fields.count > 1 { return extraction(of: fields, from: declaration, in: tree) }
    if fields.count == 1, let field = fields.first {
      return otherSide(of: field) + optionality(of: field) + newtype(of: field, before: declaration, in: tree)
        + storedColumn(of: field)
    }
    guard let name = declaration.name?.range, name.touches(range) else { return [] }
    return storedTable(named: name)
  }

  /// Adds the list of the models that a relation leads from to the model that it leads to.
  private func otherSide(of field: DeclaredField) -> [CodeAction] {
    guard case .toOne(let target, let kind, _) = field.kind, let owner = field.model, kind != .wrapper,
      let body = declared.models[target].syntax.members.last?.range, isUnanswered(field, in: target)
    else { return [] }
    let name = plural(of: schema.models[owner].name.lowercasedFirst)
    guard !declared.fields(of: .model(target)).contains(where: { $0.name == name }) else { return [] }
    let line = files[body.file].lineStart(of: body.start)
    let indentation = files[body.file].indentation(ofLineAt: line)
    let text = "\(name): [\(nameText(schema.models[owner].name))] @inverse(\(nameText(field.name)))"
    let title = "add '\(name)' to '\(schema.models[target].name)' as the other side"
    return [CodeAction(title, .refactor, [.init(body.endPoint, "\n\(indentation)\(text)")])]
  }

  /// Whether the target has no field that is the other side of a relation.
  private func isUnanswered(_ field: DeclaredField, in target: Int) -> Bool {
    !declared.fields(of: .model(target)).contains { other in
      if case .inverse(let model, let position, _) = other.kind {
        model == field.model && position == field.position
      } else {
        false
      }
    }
  }

  /// Makes a relation optional or required.
  private func optionality(of field: DeclaredField) -> [CodeAction] {
    guard case .toOne(_, let kind, _) = field.kind, let type = field.syntax.type else { return [] }
    switch kind {
    case .wrapper: return []
    case .required: return [CodeAction("make '\(field.name)' optional", .rewrite, [.init(type.range.endPoint, "?")])]
    case .optional:
      guard case .optional(let wrapped, let range) = type else { return [] }
      var mark = range
      mark.start = wrapped.range.end
      var edits = [Diagnostic.Fix.Edit(mark, "")]
      if let value = field.syntax.defaultValue { edits.append(removal(from: range.end, of: value.range)) }
      if let rule = field.attribute("onDelete"), text(of: rule.range).contains("nullify") {
        edits.append(.init(declared.trees[rule.range.file].withSpaceBefore(rule.range), ""))
      }
      return [CodeAction("make '\(field.name)' required", .rewrite, edits)]
    }
  }

  private func removal(from start: Int, of value: SourceRange) -> Diagnostic.Fix.Edit {
    var range = value
    range.start = start
    return .init(range, "")
  }

  // MARK: What is stored

  private func storedColumn(of field: DeclaredField) -> [CodeAction] {
    guard let model = field.model, field.attribute("column") == nil, field.attribute("columns") == nil else {
      return []
    }
    let columns = schema.models[model].columns.filter { $0.field == field.position }.map(\.name)
    guard let column = columns.first, columns.count == 1, !field.field.isLinked else { return [] }
    let text = "@column(\(stringLiteral(column)))"
    return [CodeAction("say what is stored: '\(text)'", .refactor, [.init(field.syntax.range.endPoint, " \(text)")])]
  }

  private func storedTable(named name: SourceRange) -> [CodeAction] {
    guard let model = declared.models.first(where: { $0.range == name }), model.attribute("table") == nil else {
      return []
    }
    let text = "@table(\(stringLiteral(model.model.table)))"
    return [CodeAction("say what is stored: '\(text)'", .refactor, [.init(name.endPoint, " \(text)")])]
  }
}

extension String {
  /// The name with its leading upper-case letters in lower case: `URLPath` becomes `urlPath`.
  var lowercasedFirst: String {
    let upper = prefix { $0.isUppercase }
    guard upper.count > 1, upper.count < count else { return upper.lowercased() + dropFirst(upper.count) }
    return upper.dropLast().lowercased() + dropFirst(upper.count - 1)
  }
}
