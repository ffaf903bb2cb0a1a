import IgataDiagnostics
import IgataSyntax
import IgataTables

extension Resolution {
  /// Adds every declaration to the schema, and every name to the symbols.
  mutating func declareNames(_ trees: [SyntaxTree]) {
    for tree in trees {
      for declaration in tree.declarations { declare(declaration) }
    }
    checkReservedTypes()
  }

  private mutating func declare(_ declaration: DeclarationSyntax) {
    switch declaration {
    case .reserved(let syntax): schema.reservedModels += syntax.names.map { ReservedName($0) }
    case .enum(let syntax):
      guard let name = usableName(syntax.name) else { return }
      _ = declare(name, as: .enumeration(enumSyntaxes.count))
      enumSyntaxes.append(syntax)
    case .type(let syntax):
      guard let name = usableName(syntax.name) else { return }
      _ = declare(name, as: .newtype(newtypeSyntaxes.count))
      newtypeSyntaxes.append(syntax)
    case .struct(let syntax):
      guard let name = usableName(syntax.name) else { return }
      let isNew = declare(name, as: .structure(structs.count))
      let draft = OwnerDraft(kind: .structure, name: name, syntax: syntax, isShadowed: !isNew)
      declareMembers(of: draft)
      structs.append(draft)
      var type = StructType(name: name.text, origin: Origin(name, syntax.documentation), fields: [])
      type.reservedNames = draft.reserved
      schema.structs.append(type)
    case .model(let syntax):
      guard let name = usableName(syntax.name) else { return }
      let isNew = declare(name, as: .model(models.count))
      let draft = OwnerDraft(kind: .model, name: name, syntax: syntax, isShadowed: !isNew)
      declareMembers(of: draft)
      models.append(draft)
      var model = Model(
        name: name.text, origin: Origin(name, syntax.documentation), table: schema.names.table(of: name.text),
        fields: [])
      model.reservedNames = draft.reserved
      schema.models.append(model)
    }
  }

  /// The name, or `nil` if it is missing or too long, which the parser has reported. References to a declaration that
  /// is omitted for this reason aren't reported.
  private mutating func usableName(_ name: NameSyntax?) -> NameSyntax? {
    guard let name else { return nil }
    if name.text.utf8.count <= nameLimit { return name }
    if symbols[name.text] == nil { symbols[name.text] = .broken }
    return nil
  }

  /// Declares a name. Returns `false` if it is already used, which is reported. Whether a reference to a reserved name
  /// means the declaration or the built-in type is unknown, so it isn't checked.
  private mutating func declare(_ name: NameSyntax, as symbol: Symbol) -> Bool {
    if let declaration = symbol.declaration { declarations.append(declaration) }
    let hidden = Scalar(named: name.text).flatMap { $0.canBeHidden ? $0 : nil }
    if hidden == nil, isReservedTypeName(name.text) {
      report(.reservedTypeName(name))
      symbols[name.text] = .broken
      return false
    }
    if let first = symbols[name.text], !first.isBuiltIn {
      report(.duplicateDeclaration(name, first: self.name(of: first)))
      return false
    }
    symbols[name.text] = symbol
    typeNames.append(name.text)
    return true
  }

  private func name(of symbol: Symbol) -> NameSyntax? {
    switch symbol {
    case .builtIn, .broken: nil
    case .enumeration(let index): enumSyntaxes[index].name
    case .newtype(let index): newtypeSyntaxes[index].name
    case .structure(let index): structs[index].name
    case .model(let index): models[index].name
    }
  }

  private mutating func declareMembers(of draft: OwnerDraft) {
    let members = draft.syntax.members
    draft.fields.reserveCapacity(members.count)
    draft.fieldIndexes = NameIndexes(capacity: members.count)
    for member in members {
      switch member {
      case .field(let field): declare(field, in: draft)
      case .constraint(let constraint):
        draft.constraints.append(constraint)
        guard constraint.kind == .primaryKey, draft.keyNames == nil else { continue }
        draft.keyNames = Set(constraint.columns.map(\.name.text))
      case .reserved(let reserved): draft.reserved += reserved.names.map { ReservedName($0) }
      case .distribution(let syntax): draft.distributions.append(syntax)
      }
    }
    if draft.fields.isEmpty {
      reportMissing(.emptyDeclaration(draft.title, at: draft.name.range, needs: "field"), from: draft.syntax.range)
    }
    checkReserved(draft.reserved, against: draft.fields.lazy.map(\.name), in: draft.title)
  }

  /// Reports the names of fields, cases or types that are reserved.
  ///
  /// - Parameter title: The declaration that reserves them, or `nil` if it is the schema.
  mutating func checkReserved(
    _ reserved: [ReservedName], against names: some Sequence<NameSyntax>, in title: @autoclosure () -> String?
  ) {
    if reserved.isEmpty { return }
    let ranges = Dictionary(reserved.map { ($0.name, $0.range) }, uniquingKeysWith: { first, _ in first })
    for name in names {
      guard let range = ranges[name.text] else { continue }
      report(.reservedName(name, in: title(), reserved: range))
    }
  }

  private mutating func checkReservedTypes() {
    let names =
      enumSyntaxes.compactMap(\.name) + newtypeSyntaxes.compactMap(\.name) + structs.map(\.name) + models.map(\.name)
    checkReserved(schema.reservedModels, against: names, in: nil)
  }

  private mutating func declare(_ field: FieldSyntax, in draft: OwnerDraft) {
    guard field.name.text.utf8.count <= nameLimit else { return }
    if let first = draft.fieldIndexes.take(field.name.text, draft.fields.count) {
      report(.duplicateField(field.name, in: draft.title, first: draft.fields[first].name.range))
    }
    draft.fields.append(FieldDraft(syntax: field))
  }
}

/// The maximum length of a name in bytes. The parser reports longer ones.
let nameLimit = 255

/// Whether the name isn't allowed for a type of a schema, because it is the name of a built-in type or is used in
/// generated code.
public func isReservedTypeName(_ name: String) -> Bool {
  Scalar(named: name) != nil || reservedTypeNames.contains(name)
}

/// The module that generated code uses to qualify names that are also declared in the schema.
let reservedTypeNames: Set<String> = ["IgataRuntime"]

extension Origin {
  init(_ name: NameSyntax, _ documentation: DocumentationSyntax?) {
    self.init(range: name.range, documentation: documentation?.lines ?? [])
  }
}

extension ReservedName {
  init(_ name: NameSyntax) { self.init(name: name.text, range: name.range) }
}
