import IgataDiagnostics
import IgataSyntax

extension Resolution {
  /// Reports the lists of models that don't declare whether they are the inverse of a relation back to their model.
  mutating func checkInverses() {
    guard models.contains(where: { $0.fields.contains(where: \.isUndecidedList) }) else { return }
    let candidates = relationsWithoutInverse()
    for index in models.indices {
      for field in models[index].fields where field.isUndecidedList {
        guard case .models(let target)? = field.shape, let found = candidates[Ends(from: target, to: index)] else {
          continue
        }
        let table = schema.names.joinTable(of: schema.models[index].table, field.name.text)
        // An attribute that couldn't be read may have declared it.
        reportMissing(.missingInverse(field.syntax, found, table: table), from: field.syntax.range)
      }
    }
  }

  private struct Ends: Hashable {
    var from: Int
    var to: Int
  }

  /// The to-one relations without an inverse, by the models at their ends.
  private func relationsWithoutInverse() -> [Ends: [NameSyntax]] {
    var taken: [Int: Set<String>] = [:]
    for model in models {
      for field in model.fields {
        guard case .inverse(let target, let inverse, _)? = field.shape else { continue }
        taken[target, default: []].insert(models[target].fields[inverse].name.text)
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
  /// Whether this is a list of models that has neither `@inverse` nor `@joinTable`.
  fileprivate var isUndecidedList: Bool {
    if case .models? = shape { attribute(.joinTable) == nil } else { false }
  }
}
