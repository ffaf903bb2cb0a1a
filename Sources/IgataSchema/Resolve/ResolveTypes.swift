import IgataDiagnostics
import IgataSyntax

extension Resolution {
  /// Resolves the type of every field.
  mutating func resolveTypes() {
    for index in structs.indices { resolveShapes(structs[index]) }
    for index in models.indices { resolveShapes(models[index]) }
  }

  private mutating func resolveShapes(_ owner: OwnerDraft) {
    for field in owner.fields { field.shape = resolveShape(of: field, in: owner) }
  }

  /// Also `nil` for a second field with the same name, so that nothing refers to it.
  private mutating func resolveShape(of field: FieldDraft, in owner: OwnerDraft) -> FieldShape? {
    guard let type = field.syntax.type, let shape = resolveShape(type, in: owner) else { return nil }
    guard owner.fieldIndexes[field.name.text].map({ owner.fields[$0].name.range }) == field.name.range else {
      return nil
    }
    return shape
  }

  private mutating func resolveShape(_ type: TypeReferenceSyntax, in owner: OwnerDraft) -> FieldShape? {
    switch type {
    case .named(let name, let arguments, let range):
      return resolveNamed(name, arguments, range, isOptional: false, in: owner)
    case .optional(.named(let name, let arguments, let range), _):
      return resolveNamed(name, arguments, range, isOptional: true, in: owner)
    case .optional(.list, let range):
      report(.optionalList(at: range))
    case .optional(.optional, let range):
      report(.nestedOptional(at: range))
    case .list(.named(let name, let arguments, let range), let listRange):
      return resolveElement(name, arguments, range, listRange, in: owner)
    case .list(.list, let range):
      report(.nestedList(at: range))
    case .list(.optional, let range):
      report(.optionalElement(at: range))
    }
    checkInnermostName(of: type, in: owner)
    return nil
  }

  /// An unknown name is reported separately, even if the type around it is invalid, and a known one is used.
  private mutating func checkInnermostName(of type: TypeReferenceSyntax, in owner: OwnerDraft) {
    var type = type
    while true {
      switch type {
      case .optional(let inner, _), .list(let inner, _): type = inner
      case .named(let name, _, _):
        if let declaration = symbols[name.text]?.declaration {
          recordUse(of: declaration, as: .type, by: name)
        } else if symbols[name.text] == nil {
          reportUnknown(name, in: owner)
        }
        return
      }
    }
  }

  private mutating func reportUnknown(_ name: NameSyntax, in owner: OwnerDraft) {
    if lacksDeclarations { return }
    let purpose = owner.kind == .model ? "to relate to" : "to contain"
    var nearest = proposal(for: name.text, among: typeNames)
    if let familiar = familiarType(for: name.text), nearest.map(foldedName) != foldedName(name.text) {
      nearest = familiar
    }
    report(.unknownType(name, in: owner.title, purpose: purpose, nearest: nearest))
  }

  private mutating func resolveNamed(
    _ name: NameSyntax, _ arguments: [ArgumentSyntax]?, _ range: SourceRange, isOptional: Bool, in owner: OwnerDraft
  ) -> FieldShape? {
    switch resolveValueType(name, arguments, range, in: owner) {
    case .value(let type): return .value(type, isOptional: isOptional)
    case .embedded(let index): return .embedded(index, isOptional: isOptional)
    case .model(let index):
      if owner.kind == .model { return .relation(index, isOptional: isOptional) }
      report(.relationInStruct(at: range, model: name.text, in: owner.name.text))
      return nil
    case nil: return nil
    }
  }

  private mutating func resolveElement(
    _ name: NameSyntax, _ arguments: [ArgumentSyntax]?, _ range: SourceRange, _ listRange: SourceRange,
    in owner: OwnerDraft
  ) -> FieldShape? {
    switch resolveValueType(name, arguments, range, in: owner) {
    case .value(let type): return .list(type)
    case .embedded:
      report(.structList(at: listRange, name: name.text))
      return nil
    case .model(let index):
      if owner.kind == .model { return .models(index) }
      report(.relationInStruct(at: listRange, model: name.text, in: owner.name.text))
      return nil
    case nil: return nil
    }
  }

  private enum NamedType {
    case value(ValueType), embedded(Int), model(Int)
  }

  private mutating func resolveValueType(
    _ name: NameSyntax, _ arguments: [ArgumentSyntax]?, _ range: SourceRange, in owner: OwnerDraft
  ) -> NamedType? {
    let result: NamedType
    let declaration: NameUse.Declaration
    switch symbols[name.text] {
    case .builtIn(let type)?:
      return resolveScalar(type, name, arguments, range, mayBeFixed: false).map { .value(.scalar($0)) }
    case .enumeration(let index)?: (result, declaration) = (.value(.enumeration(index)), .enumeration(index))
    case .newtype(let index)?: (result, declaration) = (.value(.newtype(index)), .newtype(index))
    case .structure(let index)?: (result, declaration) = (.embedded(index), .structure(index))
    case .model(let index)?: (result, declaration) = (.model(index), .model(index))
    case .broken?: return nil
    case nil:
      reportUnknown(name, in: owner)
      return nil
    }
    recordUse(of: declaration, as: .type, by: name)
    guard arguments != nil else { return result }
    report(.typeArguments(range, "'\(name.text)' takes no arguments", help: "write '\(name.text)'"))
    return nil
  }
}
