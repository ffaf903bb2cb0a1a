public import IgataDiagnostics

extension DiagnosticKind {
  public static let optionalStruct = DiagnosticKind(
    "optional-struct",
    """
    An optional struct has no required field.

    A struct is stored in columns of its owner. Whether an optional struct is `nil` is determined by a column that is
    never `NULL` if the struct has a value: the column of a field with neither `?` nor a default.
    """,
    example: """
      struct Address {
        city: String?
      }

      model Person {
        id: UUID = uuid() @primaryKey
        home: Address?
      }
      """,
    fix: .replacing("String?", with: "String"))
}

extension Diagnostic {
  static func optionalStruct(_ name: String, at range: SourceRange, structure: SourceRange) -> Diagnostic {
    Diagnostic(
      .optionalStruct, "it can't be determined whether the optional struct '\(name)' is nil", at: range,
      help: "give '\(name)' a field with neither '?' nor a default, or remove the '?'",
      related: [.init(structure, "'\(name)' has no required field")])
  }
}

extension Resolution {
  mutating func checkOptionalStructs() {
    let isTold = structsWithRequiredField()
    for owner in structs + models {
      for draft in owner.fields {
        guard case .embedded(let index, isOptional: true)? = draft.shape, !isTold[index], structSizes[index] != nil
        else { continue }
        let structure = schema.structs[index]
        report(
          .optionalStruct(
            structure.name, at: draft.syntax.type?.range ?? draft.name.range, structure: structure.origin.range))
      }
    }
  }

  /// For each struct, whether one of its columns is never `NULL`. A struct with an invalid field counts, because that
  /// field may be the required one.
  private func structsWithRequiredField() -> [Bool] {
    var result = structs.map { $0.fields.contains { $0.shape == nil } || $0.fields.isEmpty }
    for index in structOrder where !result[index] {
      result[index] = structs[index].fields.contains { draft in
        guard draft.syntax.defaultValue == nil else { return false }
        switch draft.shape {
        case .value(_, isOptional: false)?, .list?: return true
        case .embedded(let inner, isOptional: false)?: return result[inner]
        default: return false
        }
      }
    }
    return result
  }
}
