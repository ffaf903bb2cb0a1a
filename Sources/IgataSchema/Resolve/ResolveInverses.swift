import IgataDiagnostics
import IgataSyntax

extension Resolution {
  /// Checks that every `@inverse` names a to-one relation back to its model. A field whose inverse is invalid isn't
  /// added to the schema.
  mutating func resolveInverses() {
    for model in models.indices {
      for index in models[model].fields.indices {
        let field = models[model].fields[index]
        guard case .models(let target)? = field.shape, let attribute = field.attribute(.inverse) else { continue }
        guard case .name(let name) = attribute.argument, isInverse(name, of: model, in: target) else {
          models[model].fields[index].shape = nil
          continue
        }
      }
    }
    checkInverses()
  }

  private mutating func isInverse(_ name: NameSyntax, of model: Int, in target: Int) -> Bool {
    guard let index = models[target].fieldIndexes[name.text] else {
      let nearest = proposal(for: name.text, among: models[target].fields.lazy.map(\.name.text))
      let candidates = models[target].fields.lazy.filter { field in
        if case .relation(model, _)? = field.shape { true } else { false }
      }
      report(
        .unknownInverse(
          name, of: models[model].name.text, in: models[target].title, nearest: nearest,
          candidates: candidates.prefix(3).map(\.name.text)))
      return false
    }
    let field = models[target].fields[index]
    switch field.shape {
    case nil: return false
    case .relation(model, _)?:
      recordUse(of: .field(model: target, name: name.text), as: .inverse, by: name)
      return true
    default:
      report(.wrongInverse(name, of: models[model].name.text, in: models[target].name.text, field.name.range))
      return false
    }
  }
}
