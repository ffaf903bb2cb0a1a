public import IgataDiagnostics
import IgataSchema
import IgataSyntax

/// A text that an editor shows inside of a line, although it isn't in the file.
public struct InlayHint: Hashable, Sendable {
  public struct Kinds: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The name of a field's column, if it isn't the field's.
    public static let columns = Kinds(rawValue: 1)
    /// The name of a model's table, if it isn't the model's.
    public static let tables = Kinds(rawValue: 2)
    /// The delete rule of a relation that has none in the source.
    public static let deleteRules = Kinds(rawValue: 4)
    /// The raw value of a case that has none in the source.
    public static let rawValues = Kinds(rawValue: 8)
    /// The name of a join table.
    public static let joinTables = Kinds(rawValue: 16)

    public static let all: Kinds = [.columns, .tables, .deleteRules, .rawValues, .joinTables]
  }

  public var location: TextLocation
  public var text: String
  public var kind: Kinds
}

extension Snapshot {
  /// The hints in a range, in source order. What is written in the source has none.
  public func inlayHints(in range: SourceRange, _ kinds: InlayHint.Kinds = .all) -> [InlayHint] {
    var hints: [InlayHint] = []
    func add(_ kind: InlayHint.Kinds, after name: SourceRange, _ text: String) {
      guard kinds.contains(kind), range.contains(name.end) else { return }
      hints.append(InlayHint(location: TextLocation(file: name.file, offset: name.end), text: text, kind: kind))
    }
    for model in declared.models where model.syntax.range.touches(range) {
      if model.model.table != model.name, model.attribute("table") == nil {
        add(.tables, after: model.range, "→ \(model.model.table)")
      }
      let joins = Dictionary(model.model.joinTables.map { ($0.field, $0.name) }) { first, _ in first }
      for field in declared.fields[model.fields] where field.syntax.range.touches(range) {
        for hint in self.hints(of: field, in: model.model, joins) { add(hint.kind, after: hint.range, hint.text) }
      }
    }
    for item in declared.enums where item.syntax.range.touches(range) {
      let written = Set(item.syntax.cases.filter { $0.rawValue != nil }.map(\.name.range.start))
      for name in item.type.cases where !written.contains(name.origin.range.start) && !name.isUnknown {
        add(.rawValues, after: name.origin.range, "= \(name.rawText)")
      }
    }
    return hints.sorted { ($0.location.offset, $0.text) < ($1.location.offset, $1.text) }
  }

  private func hints(
    of field: DeclaredField, in model: Model, _ joins: [Int: String]
  ) -> [(kind: InlayHint.Kinds, range: SourceRange, text: String)] {
    switch field.kind {
    case .value, .list, .embedded, .toOne: break
    case .inverse: return []
    case .ordered:
      guard let join = joins[field.position], field.attribute("joinTable") == nil else { return [] }
      return [(.joinTables, field.typeRange, "→ \(join)")]
    }
    var hints: [(kind: InlayHint.Kinds, range: SourceRange, text: String)] = []
    let columns = model.columns.filter { $0.field == field.position }.map(\.name)
    if !columns.isEmpty, columns != [field.name], columns.count <= 3, field.attribute("column") == nil,
      field.attribute("columns") == nil
    {
      hints.append((.columns, field.range, "→ \(columns.joined(separator: ", "))"))
    }
    if case .toOne(_, let kind, let rule) = field.kind, kind != .wrapper, field.attribute("onDelete") == nil {
      hints.append((.deleteRules, field.typeRange, "@onDelete(\(rule.rawValue))"))
    }
    return hints
  }
}
