import IgataDiagnostics
import IgataSchema
import IgataSyntax

extension Declarations {
  /// The names that declare something or refer to a declaration, by file and in source order.
  var occurrences: [[NameUse]] {
    var result = [[NameUse]](repeating: [], count: trees.count)
    func add(_ range: SourceRange, _ declaration: NameUse.Declaration, _ role: NameUse.Role = .declaration) {
      guard result.indices.contains(range.file) else { return }
      result[range.file].append(NameUse(declaration: declaration, role: role, range: range))
    }
    for item in enums {
      add(item.range, .enumeration(item.index))
      for (number, name) in schema.enums[item.index].cases.enumerated() {
        add(name.origin.range, .enumCase(enumeration: item.index, index: number))
      }
    }
    for item in newtypes { add(item.range, .newtype(item.index)) }
    for item in structs {
      add(item.range, .structure(item.index))
      for name in item.syntax.members.fieldNames {
        add(name.range, .structField(structure: item.index, name: name.text))
      }
    }
    for item in models {
      add(item.range, .model(item.index))
      for name in item.syntax.members.fieldNames { add(name.range, .field(model: item.index, name: name.text)) }
    }
    for use in schema.uses { add(use.range, use.declaration, use.role) }
    return result.map { $0.inSourceOrder() }
  }
}

extension [MemberSyntax] {
  /// The names of the fields, including those whose type is invalid.
  var fieldNames: some Sequence<NameSyntax> {
    lazy.compactMap { if case .field(let field) = $0 { field.name } else { nil } }
  }
}

extension [NameUse] {
  /// Sorted by offset, with one occurrence for each range: the resolver may read a name more than once.
  fileprivate func inSourceOrder() -> [NameUse] {
    var result: [NameUse] = []
    result.reserveCapacity(count)
    for occurrence in sorted(by: { ($0.range.start, $0.range.end) < ($1.range.start, $1.range.end) })
    where result.last?.range != occurrence.range { result.append(occurrence) }
    return result
  }
}
