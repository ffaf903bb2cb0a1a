import IgataSchema

extension SchemaIndex {
  /// Whether a field is kept out of descriptions: by itself, or as a part of a struct that is.
  func isGuarded(_ field: LintField) -> Bool {
    if field.field.isSensitive { return true }
    guard case .structure(let index) = field.owner else { return false }
    let uses = usesOfStructs[index]
    return !uses.isEmpty && uses.prefix(20).allSatisfy { fields[$0].field.isSensitive }
  }
}

/// Whether a field keeps a password in a form that can be read, as far as its name tells.
func isPlainPassword(_ field: LintField) -> Bool {
  (field.scalar == .string || field.scalar == .data) && WordList.passwords.match(in: field.words) != nil
    && WordList.notSecret.match(in: field.words) == nil && WordList.hashed.match(in: field.words) == nil
}
