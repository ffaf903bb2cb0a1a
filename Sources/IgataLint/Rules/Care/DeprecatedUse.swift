import IgataDiagnostics
import IgataSchema

extension LintRule {
  static let deprecatedUse = LintRule(
    "deprecated-use", .care, .normal,
    """
    A field uses a deprecated declaration.

    The field prevents the removal of the deprecated declaration. Deprecate the field too, or change it to the
    replacement type.
    """,
    example: """
      enum Kind @deprecated("use Category") {
        case book
      }

      model Item {
        id: UUID = uuid() @primaryKey
        kind: Kind = .book
      }
      """,
    fix: .replacing(".book", with: #".book @deprecated("use category")"#),
    check: .fields { field, context, findings in
      guard field.field.deprecation == nil, let used = used(by: field, context.schema), used.isDeprecated,
        !isDeprecated(field.owner, context.schema)
      else { return }
      findings.report(
        "'\(field.name)' uses '\(used.name)', which is deprecated", at: field.typeRange,
        help: "deprecate the field too, or give it another type",
        related: [.init(used.range, "'\(used.name)' is here")])
    })
}

private struct Used {
  var name: String
  var range: SourceRange
  var isDeprecated: Bool

  init(_ name: String, _ origin: Origin, _ deprecation: String?) {
    (self.name, range, isDeprecated) = (name, origin.range, deprecation != nil)
  }
}

private func used(by field: DeclaredField, _ schema: Schema) -> Used? {
  switch field.kind {
  case .value(.enumeration(let index), _), .list(.enumeration(let index)):
    Used(schema.enums[index].name, schema.enums[index].origin, schema.enums[index].deprecation)
  case .value(.newtype(let index), _), .list(.newtype(let index)):
    Used(schema.newtypes[index].name, schema.newtypes[index].origin, schema.newtypes[index].deprecation)
  case .embedded(let index, _):
    Used(schema.structs[index].name, schema.structs[index].origin, schema.structs[index].deprecation)
  case .toOne(let index, _, _), .inverse(let index, _, _), .ordered(let index):
    Used(schema.models[index].name, schema.models[index].origin, schema.models[index].deprecation)
  case .value, .list: nil
  }
}

private func isDeprecated(_ owner: DeclaredField.Owner, _ schema: Schema) -> Bool {
  switch owner {
  case .model(let index): schema.models[index].deprecation != nil
  case .structure(let index): schema.structs[index].deprecation != nil
  }
}
