#if SQLite || canImport(SQLite3)
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL
internal import IgataTables

extension SQLiteDialect {
  /// Whether a column keeps the values of a column of the schema in another form.
  func fit(of found: FoundColumn, _ form: StoredForm, as column: ColumnDescription) -> ColumnFit {
    let type = found.type.isEmpty ? "a column without a type" : found.type
    guard let (value, written) = StoredForms.templates(form, of: column.type) else {
      return .refused("\(type), which has no form '\(form.text)' of this type in SQLite")
    }
    let affinity = Affinity(of: found.type)
    guard form.isKept(by: affinity), found.origin != .countedKey else {
      return .refused("\(type), which \(affinity.words)", help: affinity.help)
    }
    var adapted = AdaptedColumn()
    adapted.value = value
    adapted.written = written
    switch form {
    // As igata's own tables keep it.
    case .day(isCompact: false): return .fits()
    // Each UUID and each day has one text.
    case .uuidText: (adapted.searched, adapted.keyForm) = (written, form)
    case .day: (adapted.searched, adapted.keyForm, adapted.keepsOrder) = (written, form, true)
    case .dateText, .dateNumber, .local, .number, .native: adapted.comparison = "in another form"
    }
    if case .number = form { adapted.written = column.exactly(written, value) }
    return .fits(adapted)
  }
}

extension ColumnDescription {
  /// A value as it is written, if it is read as the same one.
  fileprivate func exactly(_ written: String, _ value: String) -> String {
    let isSame = value.replacing("$", with: written)
    let failure = "\(SQLFunction.converted)(\(SQLiteDialect().literal(name)))"
    return "CASE WHEN \(isSame) <> $ THEN \(failure) ELSE \(written) END"
  }
}

extension StoredForm {
  /// Whether a column of the affinity leaves values in the form as they are.
  fileprivate func isKept(by affinity: Affinity) -> Bool {
    switch (self, affinity) {
    case (.dateText, .text), (.dateText, .numeric), (.dateText, .none): true
    case (.day(isCompact: false), .text), (.day(isCompact: false), .numeric), (.day(isCompact: false), .none): true
    // Without an affinity, the digits of one row could be a text, and those of another one a number.
    case (.day(isCompact: true), .text), (.day(isCompact: true), .numeric), (.day(isCompact: true), .integer): true
    // The digits alone may look like a number.
    case (.uuidText(.hex), .text), (.uuidText(.hex), .none): true
    case (.uuidText(.hex), _): false
    case (.uuidText, .text), (.uuidText, .numeric), (.uuidText, .none): true
    case (.dateNumber, .integer), (.dateNumber, .numeric), (.dateNumber, .real), (.dateNumber, .none): true
    case (.number, .numeric), (.number, .real), (.number, .none): true
    case (.dateText, _), (.day, _), (.uuidText, _), (.dateNumber, _), (.number, _), (.local, _), (.native, _): false
    }
  }
}

#endif
