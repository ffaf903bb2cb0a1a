import IgataSchema
import IgataTables

/// What messages propose for a column: attributes that the schema accepts as they are, but for what `…` stands for.
extension ComparedColumn {
  /// `'@backfill(…)'`, with the `@allow` without which it would be an error.
  func proposal(_ argument: String, stops: Bool) -> String {
    "'@backfill(\(argument))\(stops || isConstrained && argument != "uuid()" ? " @allow(may-stop, \"…\")" : "")'"
  }

  /// A value that stays where one doesn't fit, or an error in its way.
  var proposedNone: String { proposal("none", stops: true) }

  /// A value that each row gets without one that fits.
  var proposedValue: String {
    if hasSeveralColumns { return proposedNone }
    // The key of a row that exists is unknown.
    if isReference { return proposal("sql: \"…\"", stops: true) }
    let example = example(of: new.type)
    return proposal(example ?? "sql: \"…\"", stops: example == nil && !new.acceptsExpressions)
  }

  /// What keeps the sense of values that have no conversion.
  var proposedExpressions: [String] {
    let sql = proposal("sql: \"…{value}…\"", stops: losesNulls || !new.acceptsExpressions)
    guard let old, !old.type.isList, !new.type.isList else { return [sql] }
    let name = old.path.joined(separator: ".")
    return [sql, proposal("swift: \"convert({\(name)})\"", stops: !new.acceptsFunctions)]
  }

  /// A value that the column accepts; `nil` if the schema can't have one.
  private func example(of type: ColumnType) -> String? {
    let bounds = new.constraints
    switch type.storage {
    case .bool: return "false"
    case .date: return "now()"
    case .day: return "\"2024-05-27\""
    case .uuid: return "uuid()"
    case .json: return "{}"
    case .data: return nil
    case .list: return list(of: type.element, bounds.minimumLength ?? 0)
    case .text where type == .scalar(.url): return "\"https://example.com/\""
    // No text is known to match.
    case .text where bounds.pattern != nil: return nil
    case .text: return exampleCase ?? "\"\(String(repeating: "…", count: max(1, bounds.minimumLength ?? 1)))\""
    case .integer, .real, .decimal: return exampleCase ?? number(bounds)
    }
  }

  /// Zero, or the bound nearest to it.
  private func number(_ bounds: ColumnConstraints) -> String {
    [bounds.minimum, bounds.maximum].compactMap(\.self).first { number in
      let (zero, bound) = (ExactNumber(Int64(0)), ExactNumber(number))
      return number == bounds.minimum ? zero < bound : bound < zero
    } ?? "0"
  }

  private func list(of element: ColumnType, _ count: Int) -> String? {
    if count == 0 { return "[]" }
    var plain = self
    plain.new.constraints = .none
    return plain.example(of: element).map { "[\(Array(repeating: $0, count: count).joined(separator: ", "))]" }
  }
}
