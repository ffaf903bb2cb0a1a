import IgataDiagnostics
import IgataSyntax

extension Resolution {
  /// Finds the relation that every `@inverse` names. A field whose inverse is invalid isn't added to the schema.
  mutating func resolveInverses() {
    for model in models.indices {
      for field in models[model].fields {
        guard let attribute = field.attribute(.inverse), let side = OtherSide(field.shape) else { continue }
        if case .name(let name) = attribute.argument {
          field.shape = inverse(name, of: field, in: model, side)
        } else {
          field.shape = nil
        }
      }
    }
    checkInverses()
  }

  private struct OtherSide {
    let target: Int
    let isSingle: Bool
    let isOptional: Bool

    init?(_ shape: FieldShape?) {
      switch shape {
      case .models(let target)?: (self.target, isSingle, isOptional) = (target, false, false)
      case .relation(let target, let isOptional)?: (self.target, isSingle, self.isOptional) = (target, true, isOptional)
      case .value, .list, .embedded, .inverse, nil: return nil
      }
    }
  }

  private mutating func inverse(
    _ name: NameSyntax, of field: FieldDraft, in model: Int, _ side: OtherSide
  ) -> FieldShape? {
    let target = models[side.target]
    guard let index = target.fieldIndexes[name.text] else {
      let nearest = proposal(for: name.text, among: target.fields.lazy.map(\.name.text))
      let candidates = target.fields.lazy.filter { $0.mayHaveInverse(in: model, isSingle: side.isSingle) }
      report(
        .unknownInverse(
          name, of: models[model].name.text, in: target.title, nearest: nearest,
          candidates: candidates.prefix(3).map(\.name.text)))
      return nil
    }
    let back = target.fields[index]
    if back.shape == nil { return nil }
    guard back.mayHaveInverse(in: model, isSingle: side.isSingle) else {
      report(
        .wrongInverse(
          name, of: models[model].name.text, in: target.name.text, back.name.range, isSingle: side.isSingle))
      return nil
    }
    recordUse(of: .field(model: side.target, name: name.text), as: .inverse, by: name)
    guard side.isSingle else { return .inverse(side.target, field: index, isSingle: false) }
    // That of a relation by other columns is known once these are.
    if back.attribute(.columns) == nil, !back.isConstructed, !target.isUnique([name.text]) {
      report(.sharedInverse(field.syntax, back.syntax, of: models[model].name.text, in: target.name.text))
    } else if !side.isOptional {
      report(.requiredInverse(field.syntax, type: target.name.text))
    }
    return .inverse(side.target, field: index, isSingle: true)
  }
}

extension FieldDraft {
  /// Whether the field stores a relation to a model of which a field can be the other side: a list also of a list.
  fileprivate func mayHaveInverse(in model: Int, isSingle: Bool) -> Bool {
    switch shape {
    case .relation(model, _)?: attribute(.inverse) == nil
    case .models(model)?: !isSingle && attribute(.inverse) == nil
    default: false
    }
  }
}
