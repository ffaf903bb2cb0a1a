import IgataDiagnostics
import IgataSchema
import IgataSyntax

extension Snapshot {
  /// The edits of words in the SQL of a model's conditions that are the columns of a renamed field.
  ///
  /// - Parameter renamed: The files after the renaming.
  func sqlEdits(
    of declaration: NameUse.Declaration, to new: String, in renamed: ResolvedSources
  ) -> [Diagnostic.Fix.Edit] {
    guard case .field(let model, let name) = declaration, schema.models.indices.contains(model),
      let range = names(of: declaration).first
    else { return [] }
    let columns = changedColumns(from: schema.models[model], name, to: renamed.declared.schema.models, model, new)
    guard !columns.isEmpty else { return [] }
    return declared.models[model].constraints.flatMap { constraint in
      constraint.options.filter { $0.has(.where) }.flatMap { option in
        words(in: option.value.range, of: range.file, columns)
      }
    }
  }

  /// The new names of the columns whose names change.
  private func changedColumns(
    from old: Model, _ name: String, to models: [Model], _ index: Int, _ new: String
  ) -> [String: String] {
    guard models.indices.contains(index), let before = old.fields.firstIndex(where: { $0.name == name }),
      let after = models[index].fields.firstIndex(where: { $0.name == new })
    else { return [:] }
    let names = old.columns.filter { $0.field == before }.map(\.name)
    let renamed = models[index].columns.filter { $0.field == after }.map(\.name)
    guard names.count == renamed.count else { return [:] }
    return Dictionary(zip(names, renamed).filter { $0 != $1 }, uniquingKeysWith: { first, _ in first })
  }

  /// The edits of the words in the strings of a range.
  private func words(in range: SourceRange, of file: Int, _ columns: [String: String]) -> [Diagnostic.Fix.Edit] {
    guard let tree = tree(of: file) else { return [] }
    var edits: [Diagnostic.Fix.Edit] = []
    let first = tree.tokenIndex(after: range.start)
    for token in tree.tokens[first...].prefix(while: { $0.start < range.end })
    where token.kind == .string || token.kind == .multilineString {
      var start = token.start
      for end in token.start...token.end {
        if end < token.end, tree.source.bytes[end].isPartOfIdentifier { continue }
        if let name = columns[tree.source.text(start, end)] {
          edits.append(.init(SourceRange(file: file, start: start, end: end), name))
        }
        start = end + 1
      }
    }
    return edits
  }
}
