import IgataDiagnostics
import IgataSyntax

extension Resolution {
  /// Reports the lists of models that do not say whether they are the other side of a relation that leads back.
  mutating func checkInverses() {
    guard models.contains(where: { $0.fields.contains(where: \.isUndecidedList) }) else { return }
    let candidates = relationsWithoutInverse()
    for index in models.indices {
      for field in models[index].fields where field.isUndecidedList {
        guard case .models(let target)? = field.shape, let found = candidates[Ends(from: target, to: index)] else {
          continue
        }
        let table = "\(schema.models[index].table)_\(snakeCase(field.name.text))"
        // An attribute that could not be read may have said it.
        reportMissing(.missingInverse(field.syntax, found, table: table), from: field.syntax.range)
      }
    }
  }

  private struct Ends: Hashable {
    var from: Int
    var to: Int
  }

  /// The relations to one model that no list is the inverse of, by the models at their ends.
  private func relationsWithoutInverse() -> [Ends: [NameSyntax]] {
    var taken: [Int: Set<String>] = [:]
    for model in models {
      for field in model.fields {
        guard case .models(let target)? = field.shape, case .name(let name)? = field.attribute(.inverse)?.argument
        else { continue }
        taken[target, default: []].insert(name.text)
      }
    }
    var result: [Ends: [NameSyntax]] = [:]
    for index in models.indices {
      for field in models[index].fields where !field.isConstructed {
        guard case .relation(let target, _)? = field.shape, taken[index]?.contains(field.name.text) != true else {
          continue
        }
        result[Ends(from: index, to: target), default: []].append(field.name)
      }
    }
    return result
  }
}

extension FieldDraft {
  /// Whether this is a list of models that says neither what it is the inverse of nor what its join table is called.
  fileprivate var isUndecidedList: Bool {
    guard case .models? = shape else { return false }
    return attribute(.inverse) == nil && attribute(.joinTable) == nil
  }

  /// Whether this is a wrapper, whose owner is the only one to have it.
  fileprivate var isConstructed: Bool {
    if case .call? = syntax.defaultValue { true } else { false }
  }
}
