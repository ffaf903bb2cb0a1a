import IgataDiagnostics
import IgataLint
import IgataSchema
import IgataSyntax

extension SchemaIndex {
  /// The names that declare something or refer to a declaration, by file and in source order.
  var occurrences: [[Occurrence]] {
    var result = [[Occurrence]](repeating: [], count: trees.count)
    func add(_ range: SourceRange, _ declaration: NameUse.Declaration, _ role: NameUse.Role?) {
      guard result.indices.contains(range.file) else { return }
      result[range.file].append(Occurrence(range: range, declaration: declaration, role: role))
    }
    for item in enums {
      add(item.range, .enumeration(item.index), nil)
      for (number, name) in schema.enums[item.index].cases.enumerated() {
        add(name.origin.range, .enumCase(enumeration: item.index, index: number), nil)
      }
    }
    for item in newtypes { add(item.range, .newtype(item.index), nil) }
    for item in structs {
      add(item.range, .structure(item.index), nil)
      for name in item.syntax.members.fieldNames {
        add(name.range, .structField(structure: item.index, name: name.text), nil)
      }
    }
    for item in models {
      add(item.range, .model(item.index), nil)
      for name in item.syntax.members.fieldNames { add(name.range, .field(model: item.index, name: name.text), nil) }
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

extension [Occurrence] {
  /// Sorted by offset, with one occurrence for each range: the resolver may read a name more than once.
  fileprivate func inSourceOrder() -> [Occurrence] {
    var result: [Occurrence] = []
    result.reserveCapacity(count)
    for occurrence in sorted(by: { ($0.range.start, $0.range.end) < ($1.range.start, $1.range.end) })
    where result.last?.range != occurrence.range { result.append(occurrence) }
    return result
  }
}
