import IgataDiagnostics
import IgataSyntax
import IgataTables

extension Resolution {
  /// Resolves the `@backfill` of every field, newtype and enum.
  mutating func resolveBackfills() {
    for (index, attributes) in enumAttributes.enumerated() {
      let type = DefaultTarget(type: .enumeration(index), constraints: ValueConstraints(), role: .backfill)
      let title = "the enum '\(schema.enums[index].name)'"
      schema.enums[index].backfill = resolve(
        attributes, BackfillTarget(value: .one(type), title: title, typeTitle: title))
    }
    for (index, attributes) in newtypeAttributes.enumerated() {
      let type = DefaultTarget(type: .newtype(index), constraints: ValueConstraints(), role: .backfill)
      let newtype = schema.newtypes[index]
      schema.newtypes[index].backfill = resolve(
        attributes,
        BackfillTarget(value: .one(type), title: "'\(newtype.base.text)'", typeTitle: "the type '\(newtype.name)'"))
    }
    for index in structs.indices {
      for draft in structs[index].fields where draft.attribute(.backfill) != nil {
        guard let position = draft.position else { continue }
        let field = schema.structs[index].fields[position]
        guard let target = target(of: field, draft) else { continue }
        schema.structs[index].fields[position].backfill = resolve(draft.attributes, target, draft)
      }
    }
    for index in models.indices {
      for draft in models[index].fields where draft.attribute(.backfill) != nil {
        guard let position = draft.position else { continue }
        let field = schema.models[index].fields[position]
        guard var target = target(of: field, draft) else { continue }
        if field.renamedFrom?.model == nil { target.oldName = field.renamedFrom?.name ?? field.name }
        schema.models[index].fields[position].backfill = resolve(draft.attributes, target, draft)
      }
    }
  }

  /// What the backfill of a field can be; `nil` for a field without columns, which has been reported, and for a
  /// relation to a model whose key is invalid.
  private func target(of field: Field, _ draft: FieldDraft) -> BackfillTarget? {
    let title = draft.shape.map(describe) ?? ""
    switch field.kind {
    case .value(let type, _):
      let value = DefaultTarget(type: type, shape: draft.shape, constraints: field.constraints, role: .backfill)
      return BackfillTarget(value: .one(value), title: title)
    case .list(let type):
      let element = DefaultTarget(type: type, constraints: ValueConstraints(), role: .backfill)
      return BackfillTarget(value: .list(element, field.constraints), title: title)
    case .embedded: return BackfillTarget(value: .several, title: "\(title), which has several columns")
    case .toOne(let index, _, _):
      let model = schema.models[index]
      if field.flags.contains(.linked) {
        return BackfillTarget(value: .several, title: "\(title), which has the columns of other fields")
      }
      guard let key = keys[index] else { return nil }
      guard key.count == 1, let column = model.primaryKey.first else {
        return BackfillTarget(value: .several, title: "\(title), whose key has several columns")
      }
      let constraints = schema.leafField(of: model.columns[column], in: model)?.constraints
      let value = DefaultTarget(type: key[0].type, constraints: constraints ?? ValueConstraints(), role: .backfill)
      return BackfillTarget(value: .key(value), title: title)
    case .inverse, .ordered: return nil
    }
  }

  /// - Parameter draft: The field that has the attribute, if a field has it.
  private mutating func resolve(
    _ attributes: [Attribute], _ target: BackfillTarget, _ draft: FieldDraft? = nil
  ) -> Backfill? {
    guard let attribute = attributes.first(where: { $0.kind == .backfill }),
      case .backfill(let argument) = attribute.argument
    else { return nil }
    return kind(argument, attribute, target, draft).map { Backfill($0, range: attribute.range) }
  }

  private mutating func kind(
    _ argument: BackfillArgument, _ attribute: Attribute, _ target: BackfillTarget, _ draft: FieldDraft?
  ) -> Backfill.Kind? {
    if case .none = argument { return Backfill.Kind.none }
    if case .several = target.value {
      report(.inapplicableAttribute(attribute, argument: argument.form, needs: "one column", found: target.title))
      return nil
    }
    switch argument {
    case .none: return Backfill.Kind.none
    case .value(let value): return resolve(value, target, draft).map(Backfill.Kind.value)
    case .conversion(let conversion):
      guard let need = need(of: conversion, target) else { return conversion.kind }
      report(
        .inapplicableAttribute(attribute, argument: conversion.rawValue, needs: need, found: target.title))
      return nil
    case .sql(let sqlite, let postgresql):
      let isShared = sqlite?.range == postgresql?.range
      let first = sqlite.map { sql($0, target, isShared ? [.sqlite, .postgresql] : [.sqlite]) }
      let second = isShared ? first : postgresql.map { sql($0, target, [.postgresql]) }
      // A text that can't be read has been reported.
      if case .some(.none) = first { return nil }
      if case .some(.none) = second { return nil }
      return .sql(sqlite: first ?? nil, postgresql: second ?? nil)
    case .swift(let literal): return call(literal, target)
    }
  }

  // MARK: Values

  private mutating func resolve(
    _ value: ExpressionSyntax, _ target: BackfillTarget, _ draft: FieldDraft?
  ) -> DefaultValue? {
    if case .literal(let literal) = value, literal.value == .nil {
      if draft?.shape?.isOptional == true { return .nil }
      report(.nilDefault(at: literal.range, expected: target.title, type: draft?.syntax.type?.range, .backfill))
      return nil
    }
    switch target.value {
    case .list(let element, let constraints): return resolveList(value, element, draft?.shape, constraints)
    case .one(let target):
      guard case .call(let name, let arguments, let range) = value else { return resolveValue(value, target) }
      return resolveCall(name, arguments, range, target)
    case .key(let target):
      guard case .call(_, _, let range) = value else { return resolveValue(value, target) }
      let help = "write the key of a row that exists, or '@backfill(sql: \"…\")'"
      report(.defaultType(at: range, expected: expected(target), help: help, .backfill))
      return nil
    case .several: return nil
    }
  }

  /// What a conversion needs, or `nil` if it applies.
  private func need(of conversion: BackfillArgument.Conversion, _ target: BackfillTarget) -> String? {
    guard case .one(let value) = target.value, let scalar = scalar(of: value.type) else {
      return conversion == .rounded ? "a number" : "a number or a 'String'"
    }
    if scalar.isNumber { return nil }
    if conversion == .rounded { return "a number" }
    guard scalar == .string else { return "a number or a 'String'" }
    let isBounded = constraints(of: value).contains { $0.maximumLength != nil }
    return isBounded ? nil : "a 'String' with a largest length, such as '@length(...100)'"
  }

  // MARK: Texts

  private mutating func sql(
    _ literal: LiteralSyntax, _ target: BackfillTarget, _ dialects: [SQLTextRules]
  ) -> BackfillSQL? {
    var reader = BackfillTextReader(literal)
    do throws(BackfillTextReader.Problem) {
      let sql = try reader.sql()
      if let objection = dialects.lazy.compactMap(sql.objection).first {
        throw BackfillTextReader.Problem(
          text: "the SQL isn't one expression: \(objection)",
          help: "write one expression; what needs statements is own SQL, which 'igata migrate new' has a file for",
          range: literal.range)
      }
      guard let title = target.typeTitle else { return sql }
      for case .field(let field) in sql.pieces {
        report(.unknownBackfillRow(field, on: title))
        return nil
      }
      return sql
    } catch {
      report(.backfillText(error))
      return nil
    }
  }

  private mutating func call(_ literal: LiteralSyntax, _ target: BackfillTarget) -> Backfill.Kind? {
    if let title = target.typeTitle {
      report(.backfillFunction(on: title, at: literal.range))
      return nil
    }
    var reader = BackfillTextReader(literal)
    do throws(BackfillTextReader.Problem) {
      let call = try reader.call()
      var arguments: [FieldReference] = []
      for (field, isValue) in call.arguments {
        var field = field
        if isValue {
          guard let name = target.oldName else {
            report(.unknownBackfillValue(at: field.range))
            return nil
          }
          field.path = [name]
        }
        arguments.append(field)
      }
      return .swift(function: call.function, arguments: arguments)
    } catch {
      report(.backfillText(error))
      return nil
    }
  }
}

/// What a backfill is for.
private struct BackfillTarget {
  enum Value {
    case one(DefaultTarget)
    /// A list of such elements, with the constraints of the list.
    case list(DefaultTarget, ValueConstraints)
    /// The key of a row of a relation's target.
    case key(DefaultTarget)
    /// More than one column, or none of its own.
    case several
  }

  var value: Value
  /// The type in words.
  var title: String
  /// The newtype or the enum in words, if it is one: it has no model whose fields could be read.
  var typeTitle: String?
  /// The name that the field had, if it was in the same model.
  var oldName: String?
}

extension BackfillArgument {
  /// The argument as messages have it.
  fileprivate var form: String? {
    switch self {
    case .value: nil
    case .conversion(let conversion): conversion.rawValue
    case .sql: "sql: …"
    case .swift: "swift: …"
    case .none: "none"
    }
  }
}

extension BackfillArgument.Conversion {
  fileprivate var kind: Backfill.Kind {
    switch self {
    case .rounded: .rounded
    case .truncated: .truncated
    case .clamped: .clamped
    }
  }
}
