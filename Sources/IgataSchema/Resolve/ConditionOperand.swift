import IgataDiagnostics
import IgataSyntax
import IgataTables

/// One side of a comparison, with its names resolved.
enum ConditionOperand {
  /// A value of a field, or of a field of a struct.
  case value(column: Int, ValueType, isOptional: Bool)
  /// A list.
  case list(column: Int)
  /// `length(…)`
  case length(column: Int)
  /// A struct; the column is null if there is none.
  case structure(presence: Int?, isOptional: Bool)
  /// A to-one relation.
  case relation(columns: [Int], target: Int)
  case literal(LiteralSyntax)
  case enumCase(NameSyntax)

  var isLiteral: Bool {
    switch self {
    case .literal, .enumCase: true
    default: false
    }
  }

  var isNil: Bool { if case .literal(let literal) = self { literal.value == .nil } else { false } }
}

/// The functions in conditions.
package enum ConditionFunction: String, CaseIterable, Sendable {
  case length
}

extension Resolution {
  /// Resolves the names of an operand. Returns `nil` after reporting an error, or if one was reported about the field.
  mutating func resolve(_ operand: OperandSyntax, in model: Int) -> ConditionOperand? {
    switch operand {
    case .literal(let literal): return .literal(literal)
    case .enumCase(let name, _): return .enumCase(name)
    case .field(let names): return resolvePath(names, in: model)
    case .call(let name, let names, _):
      guard ConditionFunction(rawValue: name.text) == .length else {
        report(
          Diagnostic.conditionType(
            "there is no function '\(name.text)'", at: name.range, help: "the only function here is 'length(field)'"
          ).proposing(proposal(for: name.text, among: ConditionFunction.allCases.map(\.rawValue)), for: name))
        return nil
      }
      return resolveLength(of: names, in: model)
    }
  }

  private mutating func resolveLength(of names: [NameSyntax], in model: Int) -> ConditionOperand? {
    guard let operand = resolvePath(names, in: model), let last = names.last else { return nil }
    switch operand {
    case .list(let column): return .length(column: column)
    case .value(let column, let type, _) where scalar(of: type)?.hasLength == true: return .length(column: column)
    default:
      let message = "'\(last.text)' has no length"
      report(.conditionType(message, at: last.range, help: "a 'String', a 'Data' and a list have one"))
      return nil
    }
  }

  private mutating func resolvePath(_ names: [NameSyntax], in model: Int) -> ConditionOperand? {
    let owner = models[model]
    guard let first = names.first else { return nil }
    guard let index = owner.fieldIndexes[first.text] else {
      let nearest = proposal(for: first.text, among: owner.fields.lazy.map(\.name.text))
      report(.unknownField(first, in: owner.title, nearest: nearest))
      return nil
    }
    recordUse(of: .field(model: model, name: first.text), as: .condition, by: first)
    guard let position = owner.fields[index].position else { return nil }
    if case .toOne(let target, _, _) = schema.models[model].fields[position].kind, owner.links.contains(position) {
      return resolveLink(position, to: target, names, in: model)
    }
    guard let columns = owner.columns[position]?.indices else { return nil }
    let location = PathLocation(name: first, field: schema.models[model].fields[position], columns: columns)
    return resolve(names.dropFirst(), after: location, in: model)
  }

  /// A linked relation is nil if one of its columns is, so that it is represented by the first one that can be.
  private mutating func resolveLink(
    _ position: Int, to target: Int, _ names: [NameSyntax], in model: Int
  ) -> ConditionOperand? {
    if names.count > 1 {
      report(.notInModel(names[1], after: names[0], isRelation: true))
      return nil
    }
    guard let columns = columns(of: position, in: model) else { return nil }
    let nullable = columns.filter { schema.models[model].columns[$0].isNullable }
    return .relation(columns: Array(nullable.prefix(1)), target: target)
  }

  /// Follows the rest of a path through structs.
  private mutating func resolve(
    _ names: ArraySlice<NameSyntax>, after start: PathLocation, in model: Int
  ) -> ConditionOperand? {
    var location = start
    for name in names {
      guard case .embedded(let structure, let isOptional) = location.field.kind else {
        report(.notInModel(name, after: location.name, isRelation: location.isRelation))
        return nil
      }
      let type = schema.structs[structure]
      guard let step = type.fields.firstIndex(where: { $0.name == name.text }) else {
        let nearest = proposal(for: name.text, among: type.fields.lazy.map(\.name))
        report(.unknownField(name, in: "struct '\(type.name)'", nearest: nearest))
        return nil
      }
      recordUse(of: .structField(structure: structure, name: name.text), as: .condition, by: name)
      let skipped = type.fields[..<step].reduce(0) { $0 + schema.columnCount(of: $1) }
      let field = type.fields[step]
      let first = location.columns.lowerBound + skipped
      location = PathLocation(
        name: name, field: field, columns: first..<first + schema.columnCount(of: field),
        isOptional: location.isOptional || isOptional)
    }
    return operand(at: location, in: model)
  }

  private mutating func operand(at location: PathLocation, in model: Int) -> ConditionOperand? {
    let column = location.columns.lowerBound
    switch location.field.kind {
    case .value(let type, let isOptional):
      return .value(column: column, type, isOptional: isOptional || location.isOptional)
    case .list: return .list(column: column)
    case .embedded(let structure, let isOptional):
      let presence = schema.presenceOffset(ofStruct: structure).map { column + $0 }
      return .structure(presence: presence, isOptional: isOptional)
    case .toOne(let target, _, _): return .relation(columns: Array(location.columns), target: target)
    case .inverse, .ordered:
      let message = "'\(location.name.text)' isn't stored in the rows of the model"
      report(.conditionType(message, at: location.name.range, help: "a condition reads the fields of one row"))
      return nil
    }
  }
}

/// A field that a path leads to.
private struct PathLocation {
  var name: NameSyntax
  var field: Field
  var columns: Range<Int>
  /// Whether a struct around it is optional.
  var isOptional = false

  var isRelation: Bool {
    switch field.kind {
    case .toOne, .inverse, .ordered: true
    case .value, .list, .embedded: false
    }
  }
}

extension Diagnostic {
  fileprivate static func notInModel(_ name: NameSyntax, after owner: NameSyntax, isRelation: Bool) -> Diagnostic {
    .conditionType(
      isRelation
        ? "'\(name.text)' is in another row" : "'\(owner.text)' has no field '\(name.text)'", at: name.range,
      help: isRelation ? "a condition reads only the model's own fields" : "only a struct has fields")
  }
}
