import IgataDiagnostics
import IgataSyntax

extension Resolution {
  /// Resolves the default of every field, and checks that the field can store it.
  mutating func resolveDefaults() {
    for index in structs.indices {
      for draft in structs[index].fields {
        guard let position = draft.position, let value = draft.syntax.defaultValue else { continue }
        let found = resolve(value, of: schema.structs[index].fields[position], draft, in: structs[index])
        schema.structs[index].fields[position].defaultValue = found
      }
    }
    for index in models.indices {
      for draft in models[index].fields {
        guard let position = draft.position, let value = draft.syntax.defaultValue else { continue }
        let found = resolve(value, of: schema.models[index].fields[position], draft, in: models[index])
        schema.models[index].fields[position].defaultValue = found
      }
    }
  }

  private mutating func resolve(
    _ value: ExpressionSyntax, of field: Field, _ draft: FieldDraft, in owner: OwnerDraft
  ) -> DefaultValue? {
    var expected: String { draft.shape.map(describe) ?? "" }
    if case .literal(let literal) = value, literal.value == .nil {
      if draft.shape?.isOptional == true { return .nil }
      report(.nilDefault(at: literal.range, expected: expected, type: draft.syntax.type?.range))
      return nil
    }
    switch field.kind {
    case .value(let type, _):
      let target = DefaultTarget(type: type, shape: draft.shape, constraints: field.constraints)
      if case .call(let name, let arguments, let range) = value {
        return resolveCall(name, arguments, range, target, draft, in: owner)
      }
      return resolveValue(value, target)
    case .list(let type):
      let target = DefaultTarget(type: type, constraints: ValueConstraints())
      return resolveList(value, target, draft.shape, field.constraints)
    case .embedded(let index, _):
      return resolveConstruct(value, of: .structure(index), schema.structs[index].name, draft.shape)
    case .toOne(let index, let kind, _):
      if kind == .optional {
        report(.optionalWrapper(at: value.range, field.name, type: draft.syntax.type?.range))
        return nil
      }
      return resolveConstruct(value, of: .model(index), schema.models[index].name, draft.shape)
    case .ordered:
      // An empty list is the default anyway.
      if case .list(let elements, _) = value, elements.isEmpty { return nil }
      report(.defaultType(at: value.range, expected: expected, help: "a list of models is initially empty"))
      return nil
    case .inverse:
      report(
        .defaultType(at: value.range, expected: expected, help: "the store queries these models; remove the default"))
      return nil
    }
  }

  mutating func resolveList(
    _ value: ExpressionSyntax, _ element: DefaultTarget, _ shape: FieldShape?, _ constraints: ValueConstraints
  ) -> DefaultValue? {
    guard case .list(let elements, let range) = value else {
      let expected = shape.map(describe) ?? ""
      report(.defaultType(at: value.range, expected: expected, help: "write a list: [ … ]", element.role))
      return nil
    }
    var values: [DefaultValue] = []
    for expression in elements {
      guard let value = resolveValue(expression, element) else { continue }
      values.append(value)
    }
    guard values.count == elements.count else { return nil }
    checkLength(elements.count, "element", constraints, at: range, element.role)
    return .list(values)
  }

  private mutating func resolveConstruct(
    _ value: ExpressionSyntax, of type: NameUse.Declaration, _ name: String, _ shape: FieldShape?
  ) -> DefaultValue? {
    var expected: String { shape.map(describe) ?? "" }
    guard case .call(let callee, let arguments, let range) = value else {
      report(.defaultType(at: value.range, expected: expected, help: "write '\(name)()'"))
      return nil
    }
    guard callee.text == name else {
      if symbols[callee.text] != nil || DefaultFunction(rawValue: callee.text) != nil {
        report(.defaultType(at: range, expected: expected, help: "write '\(name)()'"))
      } else {
        report(.unknownFunction(callee, nearest: proposal(for: callee.text, among: [name])))
      }
      return nil
    }
    recordUse(of: type, as: .defaultValue, by: callee)
    if !arguments.isEmpty { report(.callArguments(range, name)) }
    return .construct
  }
}

extension Resolution {
  /// A description of a valid default.
  func expected(_ target: DefaultTarget) -> String {
    target.shape.map(describe) ?? "'\(typeName(target.type))'"
  }
}

/// The requirements for a default or a backfill.
struct DefaultTarget {
  var type: ValueType
  /// The field's type; `nil` if the default is an element of a list.
  var shape: FieldShape?
  /// The field's own constraints; a newtype has additional ones.
  var constraints: ValueConstraints
  var role = ValueRole.initial
}

/// What a value is for.
enum ValueRole: String {
  case initial = "default"
  case backfill
}

/// The functions that a default can call.
package enum DefaultFunction: String, CaseIterable, Sendable {
  case uuid, uuid7, cuid, ulid, now, autoincrement, sql
}
