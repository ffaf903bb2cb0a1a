import IgataDiagnostics
import IgataSyntax
import IgataTables

extension Resolution {
  /// Reads the attributes of models, structs and their fields.
  mutating func resolveAttributes() {
    for index in structs.indices {
      let attributes = read(structs[index].syntax.attributes, at: .structure)
      readAttributes(of: structs[index].fields, at: .structField)
      structs[index].attributes = attributes
      schema.structs[index].deprecation = attributes.text(of: .deprecated)
    }
    for index in models.indices {
      let attributes = read(models[index].syntax.attributes, at: .model)
      readAttributes(of: models[index].fields, at: .modelField)
      apply(attributes, to: index)
    }
  }

  private mutating func readAttributes(of fields: [FieldDraft], at target: AttributeKind.Target) {
    for field in fields where !field.syntax.attributes.isEmpty {
      field.attributes = read(field.syntax.attributes, at: target, of: field)
    }
  }

  private mutating func apply(_ attributes: [Attribute], to index: Int) {
    models[index].attributes = attributes
    if let table = attributes.text(of: .table) { schema.models[index].table = table }
    if let formerName = attributes.formerNames.first {
      schema.models[index].renamedFrom = formerName
      let formerTable = schema.names.table(of: formerName.name)
      if formerTable != schema.models[index].table { schema.models[index].formerTable = formerTable }
    }
    schema.models[index].isExternal = attributes.has(.external)
    schema.models[index].isReadOnly = attributes.has(.readOnly)
    if let attribute = attributes.first(where: { $0.kind == .readOnly }), !attributes.has(.external) {
      report(
        .inapplicableAttribute(
          attribute, needs: "a model that is '@external'", found: "one whose table igata makes"))
    }
    schema.models[index].deprecation = attributes.text(of: .deprecated)
    schema.models[index].allowedRules = attributes.allowedRules
  }

  /// The valid attributes, in source order: those that exist, apply to the target and aren't duplicates.
  ///
  /// - Parameters:
  ///   - field: The field that they are used on, if the target is a field.
  ///   - base: The base of the newtype that they are used on, if the target is a newtype.
  mutating func read(
    _ syntaxes: [AttributeSyntax], at target: AttributeKind.Target, of field: FieldDraft? = nil, base: Scalar? = nil
  ) -> [Attribute] {
    var attributes: [Attribute] = []
    // Computed once, and only if an attribute is unknown.
    lazy var bounds = target.takesBounds ? FamiliarBounds(syntaxes) : nil
    lazy var bounding = Set(bounds?.indices ?? [])
    for (index, syntax) in syntaxes.enumerated() {
      guard let kind = AttributeKind(rawValue: syntax.name.text) else {
        if let bounds, bounding.contains(index) {
          if index == bounds.indices.first { report(bounds.diagnostic(syntaxes, boundingKind(of: field, base))) }
        } else {
          reportUnknown(syntax, at: target, of: field)
        }
        continue
      }
      guard kind.targets.contains(target) else {
        report(.wrongAttributeTarget(syntax, kind, at: target))
        continue
      }
      if let first = attributes.first(where: { $0.kind == kind }) {
        report(.duplicateAttribute(syntax, kind, first: first.range))
        continue
      }
      let argument = readArgument(of: syntax, kind, at: target)
      attributes.append(Attribute(kind: kind, argument: argument, name: syntax.name.range, range: syntax.range))
    }
    return attributes
  }

  /// The attribute that bounds a value of the field's or the newtype's type.
  private func boundingKind(of field: FieldDraft?, _ base: Scalar?) -> AttributeKind? {
    switch field?.shape {
    case .list?: return .length
    case .value(let type, _)?: return scalar(of: type)?.boundingKind
    default: return base?.boundingKind
    }
  }

  private mutating func reportUnknown(
    _ syntax: AttributeSyntax, at target: AttributeKind.Target, of field: FieldDraft?
  ) {
    if let meant = meantDefault(by: syntax), let field,
      let diagnostic = Diagnostic.defaultAttribute(syntax, meant, of: field.syntax)
    {
      return report(diagnostic)
    }
    if let familiar = FamiliarAttribute(syntax.name.text, at: target) {
      report(.unknownAttribute(syntax, familiar))
      if case .attribute(.primaryKey) = familiar { recordKnownError(syntax.range) }
      return
    }
    let here = AttributeKind.allCases.filter { $0.targets.contains(target) }.map(\.rawValue)
    let elsewhere = AttributeKind.allCases.map(\.rawValue)
    let proposal =
      proposal(for: syntax.name.text, among: here) ?? proposal(for: syntax.name.text, among: elsewhere)
    report(.unknownAttribute(syntax.name, nearest: proposal))
    if proposal == AttributeKind.primaryKey.rawValue { recordKnownError(syntax.range) }
  }
}

extension Scalar {
  /// The attribute that bounds a value of this type, or `nil` if there is none.
  fileprivate var boundingKind: AttributeKind? { isNumber ? .range : hasLength ? .length : nil }
}

extension AttributeKind.Target {
  fileprivate var takesBounds: Bool {
    switch self {
    case .modelField, .structField, .newtype: true
    case .model, .structure, .enumeration, .enumCase: false
    }
  }
}
