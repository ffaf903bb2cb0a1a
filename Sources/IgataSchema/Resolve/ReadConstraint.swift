import IgataDiagnostics
import IgataSyntax
import IgataTables

/// The options of a `primaryKey(…)`, `unique(…)`, `index(…)` or `check(…)`.
struct ConstraintOptions {
  var name: (text: String, range: SourceRange)?
  var method: (text: String, range: SourceRange)?
  var condition: ConstraintCondition?
  /// Whether an error was reported about the condition or the method.
  var isBroken = false
}

/// A field that a constraint names.
struct ConstraintField {
  /// The index of the field in its model.
  var position: Int
  var function: IndexFunction?
  var isDescending: Bool
}

extension Resolution {
  /// The fields that a constraint names, or `nil` if one of them is invalid.
  mutating func readColumns(of constraint: ConstraintSyntax, in model: Int) -> [ConstraintField]? {
    let owner = models[model]
    if constraint.columns.isEmpty {
      let help = "write '\(constraint.kind.rawValue)(field)'"
      report(.wrongConstraint(at: constraint.keyword, "'\(constraint.kind.rawValue)' names no field", help: help))
      return nil
    }
    var parts: [ConstraintField] = []
    var seen: [String: SourceRange] = [:]
    var previous = constraint.keyword
    for column in constraint.columns {
      defer { previous = column.name.range }
      if let first = seen[column.text] {
        report(.repeatedColumn(column.name, after: previous, in: constraint.kind, first: first))
        continue
      }
      seen[column.text] = column.name.range
      let function = column.function.map { readFunction($0, of: constraint.kind) }
      guard let index = owner.fieldIndexes[column.name.text] else {
        let nearest = proposal(for: column.name.text, among: owner.fields.lazy.map(\.name.text))
        report(.unknownField(column.name, in: owner.title, nearest: nearest))
        continue
      }
      recordUse(of: .field(model: model, name: column.name.text), as: .constraint, by: column.name)
      guard let position = owner.fields[index].position, function.map({ $0 != nil }) ?? true else { continue }
      parts.append(
        ConstraintField(position: position, function: function ?? nil, isDescending: column.isDescending))
    }
    return parts.count == constraint.columns.count ? parts : nil
  }

  /// The function that a name means, or `nil` if there is none, or the constraint can't have it.
  private mutating func readFunction(_ name: NameSyntax, of kind: ConstraintSyntax.Kind) -> IndexFunction? {
    if kind == .primaryKey {
      report(
        .wrongConstraint(
          at: name.range, "a primary key consists of values", help: "remove '\(name.text)', or add a 'unique'"))
      return nil
    }
    if let function = IndexFunction(rawValue: name.text) { return function }
    let known = IndexFunction.allCases.map(\.rawValue)
    report(
      Diagnostic.wrongConstraint(
        at: name.range, "'\(kind.rawValue)' has no function '\(name.text)'",
        help: "the only function is '\(IndexFunction.lower.text(of: "field"))'"
      ).proposing(nearest(name.text, in: known), for: name))
    return nil
  }

  /// - Parameter model: The model, whose columns must be known if the constraint has a condition.
  mutating func readOptions(of constraint: ConstraintSyntax, in model: Int) -> ConstraintOptions {
    var options = ConstraintOptions()
    var seen: [String: SourceRange] = [:]
    for option in constraint.options {
      if constraint.kind == .check, option.label == nil, case .condition(let condition) = option.value {
        readCheck(condition, in: model, into: &options)
        continue
      }
      guard let label = option.label, constraint.kind.optionLabels.contains(label.text) else {
        reportUnknownOption(option, of: constraint)
        continue
      }
      if let first = seen[label.text] {
        report(.repeatedOption(label, first: first))
        continue
      }
      seen[label.text] = label.range
      if option.has(.where) {
        readCondition(option.value, of: constraint, in: model, into: &options)
      } else if option.has(.using) {
        readMethod(option.value, of: constraint, into: &options)
      } else if let text = option.value.string {
        if checkSQLName(text, at: option.value.range) { options.name = (text, option.value.range) }
      } else {
        report(.wrongConstraint(at: option.value.range, "'name' takes a string", help: "name: \"…\""))
      }
    }
    return options
  }

  /// Reads the condition of a `check`.
  private mutating func readCheck(_ condition: ConditionSyntax, in model: Int, into options: inout ConstraintOptions) {
    if options.condition != nil || options.isBroken {
      report(
        .wrongConstraint(
          at: condition.range, "a 'check' has one condition", help: "join them with '&&', or write another 'check'"))
    }
    if let checked = resolve(condition, in: model) {
      options.condition = .checked(checked)
    } else {
      options.isBroken = true
    }
  }

  /// Reads what follows `where:`: a condition, or SQL as `sql("…")` or as a plain string.
  private mutating func readCondition(
    _ value: ExpressionSyntax, of constraint: ConstraintSyntax, in model: Int, into options: inout ConstraintOptions
  ) {
    options.isBroken = true
    if constraint.kind == .primaryKey {
      report(.wrongConstraint(at: value.range, "a primary key applies to every row", help: "remove 'where'"))
      return
    }
    if case .condition(let syntax) = value {
      guard let checked = resolve(syntax, in: model) else { return }
      (options.condition, options.isBroken) = (.checked(checked), false)
      return
    }
    guard let text = value.string ?? value.sql else {
      report(
        .wrongConstraint(at: value.range, "this isn't a condition", help: "write 'a > 1', or SQL as 'sql(\"…\")'"))
      return
    }
    if text.unicodeScalars.allSatisfy({ $0.properties.isWhitespace || $0 == "\0" }) {
      report(.wrongConstraint(at: value.range, "the condition is empty", help: "remove 'where'"))
      return
    }
    if let objection = sqlExpressionObjection(text) {
      report(
        .wrongConstraint(
          at: value.range, "the condition isn't one expression of SQL: \(objection)", help: "write one expression"))
      return
    }
    (options.condition, options.isBroken) = (.sql(text), false)
  }

  /// Reads what follows `using:`, the name of an index method.
  private mutating func readMethod(
    _ value: ExpressionSyntax, of constraint: ConstraintSyntax, into options: inout ConstraintOptions
  ) {
    guard case .name(let name) = value else {
      options.isBroken = true
      report(.wrongConstraint(at: value.range, "this isn't the name of an index method", help: "write 'using: gin'"))
      return
    }
    guard checkSQLName(name.text, at: name.range) else {
      options.isBroken = true
      return
    }
    let method = IndexMethod(rawValue: name.text)
    if method != .btree { options.method = (name.text, name.range) }
    guard let method, !method.hasOrder else { return }
    for column in constraint.columns where column.isDescending {
      report(
        .wrongConstraint(at: column.name.range, "an index by '\(method.rawValue)' has no order", help: "remove 'desc'"))
    }
  }

  private mutating func reportUnknownOption(_ option: ArgumentSyntax, of constraint: ConstraintSyntax) {
    guard let label = option.label else {
      report(.wrongConstraint(at: option.range, "this isn't the name of a field", help: "write the names of fields"))
      return
    }
    let nearest = proposal(for: label.text, among: constraint.kind.optionLabels)
    let message = "'\(constraint.kind.rawValue)' has no option '\(label.text)'"
    report(
      Diagnostic.wrongConstraint(at: label.range, message, help: constraint.kind.optionsHelp)
        .proposing(nearest, for: label))
  }
}

extension ConstraintSyntax.Kind {
  /// The labels of the arguments.
  package var optionLabels: [String] {
    let labels: [ArgumentLabel] =
      switch self {
      case .check: [.name]
      case .index: [.name, .using, .where]
      case .primaryKey, .unique: [.name, .where]
      }
    return labels.map(\.rawValue)
  }

  fileprivate var optionsHelp: String {
    switch self {
    case .check: "the only option is 'name'"
    case .index: "the options are 'name', 'using' and 'where'"
    case .primaryKey, .unique: "the options are 'name' and 'where'"
    }
  }
}

extension ExpressionSyntax {
  /// The text of a string literal.
  var string: String? {
    if case .literal(let literal) = self, case .string(let text) = literal.value { text } else { nil }
  }

  /// The text in `sql("…")`.
  fileprivate var sql: String? {
    guard case .call(let name, let arguments, _) = self, DefaultFunction(rawValue: name.text) == .sql,
      arguments.count == 1, arguments[0].label == nil
    else { return nil }
    return arguments[0].value.string
  }
}
