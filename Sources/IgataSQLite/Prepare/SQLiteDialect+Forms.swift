#if SQLite || canImport(SQLite3)
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL
internal import IgataTables

extension SQLiteDialect {
  /// Whether a column keeps the values of a column of the schema in another form.
  func fit(of found: FoundColumn, _ form: StoredForm, as column: ColumnDescription) -> ColumnFit {
    let type = found.type.isEmpty ? "a column without a type" : found.type
    let affinity = Affinity(of: found.type)
    let templates = StoredForms.templates(
      form, of: column.type, isReal: affinity == .real, isExact: column.readsAllMicroseconds)
    guard let (value, written) = templates else {
      return .refused("\(type), which has no form '\(form.text)' of this type in SQLite")
    }
    guard form.isKept(by: affinity), found.origin != .countedKey else {
      return .refused("\(type), which \(affinity.words)", help: affinity.help)
    }
    var adapted = AdaptedColumn()
    adapted.value = value
    adapted.written = written
    // As igata's own tables keep it.
    if form == .day(isCompact: false) { return .fits() }
    adapted.bounds = found.hasCollationOfASCII ? form.bounds(in: affinity, column.type) : nil
    adapted.edges = StoredForms.edges(form)
    // A text, unless it is that of a day, is what can't be read.
    adapted.calculated = "\(SQLFunction.known)(\(value), \(literal(column.name)))"
    // Each value has one that is stored.
    switch adapted.bounds {
    case .stored, .wholeUnits: (adapted.searched, adapted.keyForm) = (written, form)
    default: break
    }
    if adapted.keyForm == nil { adapted.comparison = "in another form" }
    switch form {
    case .dateText, .uuidText, .day: adapted.isReadAsStored = true
    case .dateNumber, .number, .local, .native: break
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

extension FoundColumn {
  /// Whether digits and signs are compared as bytes.
  fileprivate var hasCollationOfASCII: Bool {
    ["", "BINARY", "NOCASE", "RTRIM"].contains(collation.uppercased())
  }
}

extension StoredForm {
  /// Where the values are in the order of a column.
  fileprivate func bounds(in affinity: Affinity, _ type: ColumnType) -> StoredBounds? {
    switch self {
    case .dateText(let text): .dateText(text)
    case .dateNumber(let unit): affinity == .real ? .units(unit) : .wholeUnits(unit)
    case .uuidText, .day: .stored(self)
    case .number where type.storage == .decimal: .shortest(digits: type.decimalDigits)
    case .number: .number(scale: type.scale)
    case .local, .native: nil
    }
  }

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
