import IgataDiagnostics
import IgataSyntax

/// The options of a `primaryKey(…)`, `unique(…)` or `index(…)`.
struct ConstraintOptions {
  var name: (text: String, range: SourceRange)?
  var condition: String?
}

extension Resolution {
  /// The fields that a constraint names, or `nil` if one of them is invalid.
  mutating func readColumns(
    of constraint: ConstraintSyntax, in model: Int
  ) -> [(field: Int, isDescending: Bool)]? {
    let owner = models[model]
    if constraint.columns.isEmpty {
      let help = "write '\(constraint.kind.rawValue)(field)'"
      report(.wrongConstraint(at: constraint.keyword, "'\(constraint.kind.rawValue)' names no field", help: help))
      return nil
    }
    var parts: [(field: Int, isDescending: Bool)] = []
    var seen: [String: SourceRange] = [:]
    var previous = constraint.keyword
    for column in constraint.columns {
      defer { previous = column.name.range }
      if let first = seen[column.name.text] {
        report(.repeatedColumn(column.name, after: previous, in: constraint.kind, first: first))
        continue
      }
      seen[column.name.text] = column.name.range
      guard let index = owner.fieldIndexes[column.name.text] else {
        let nearest = proposal(for: column.name.text, among: owner.fields.lazy.map(\.name.text))
        report(.unknownField(column.name, in: owner.title, nearest: nearest))
        continue
      }
      recordUse(of: .field(model: model, name: column.name.text), as: .constraint, by: column.name)
      guard let position = owner.fields[index].position else { continue }
      parts.append((position, column.isDescending))
    }
    return parts.count == constraint.columns.count ? parts : nil
  }

  mutating func readOptions(of constraint: ConstraintSyntax) -> ConstraintOptions {
    var options = ConstraintOptions()
    var seen: [String: SourceRange] = [:]
    for option in constraint.options {
      guard let label = option.label, ["name", "where"].contains(label.text) else {
        reportUnknownOption(option, of: constraint)
        continue
      }
      if let first = seen[label.text] {
        report(.repeatedOption(label, first: first))
        continue
      }
      seen[label.text] = label.range
      guard case .literal(let literal) = option.value, case .string(let text) = literal.value else {
        report(.wrongConstraint(at: option.value.range, "'\(label.text)' takes a string", help: "\(label.text): \"…\""))
        continue
      }
      read(label.text, text, literal.range, of: constraint, into: &options)
    }
    return options
  }

  private mutating func read(
    _ label: String, _ text: String, _ range: SourceRange, of constraint: ConstraintSyntax,
    into options: inout ConstraintOptions
  ) {
    if label == "name" {
      if checkSQLName(text, at: range) { options.name = (text, range) }
    } else if constraint.kind == .primaryKey {
      report(.wrongConstraint(at: range, "a primary key applies to every row", help: "remove 'where'"))
    } else if text.unicodeScalars.allSatisfy({ $0.properties.isWhitespace || $0 == "\0" }) {
      report(.wrongConstraint(at: range, "the condition is empty", help: "remove 'where'"))
    } else {
      options.condition = text
    }
  }

  private mutating func reportUnknownOption(_ option: ArgumentSyntax, of constraint: ConstraintSyntax) {
    guard let label = option.label else {
      report(.wrongConstraint(at: option.range, "this isn't the name of a field", help: "write the names of fields"))
      return
    }
    let nearest = proposal(for: label.text, among: ["name", "where"])
    let message = "'\(constraint.kind.rawValue)' has no option '\(label.text)'"
    report(
      Diagnostic.wrongConstraint(at: label.range, message, help: "the options are 'name' and 'where'")
        .proposing(nearest, for: label))
  }
}
