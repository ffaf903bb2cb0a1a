import IgataSchema

extension Declarations {
  /// Whether a field is excluded from descriptions, by itself or as part of a struct.
  func isRedacted(_ field: DeclaredField) -> Bool {
    if field.field.isSensitive { return true }
    guard case .structure(let index) = field.owner else { return false }
    let uses = usesOfStructs[index]
    return !uses.isEmpty && uses.prefix(20).allSatisfy { fields[$0].field.isSensitive }
  }
}

/// Whether a field stores a password in plain text, according to its name.
func isPlainPassword(_ field: DeclaredField) -> Bool {
  (field.scalar == .string || field.scalar == .data) && WordList.passwords.match(in: field.words) != nil
    && WordList.notSecret.match(in: field.words) == nil && WordList.hashed.match(in: field.words) == nil
}
