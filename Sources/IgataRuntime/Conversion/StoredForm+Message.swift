package import IgataTables

extension StoredForm {
  /// What a value looks like that has the form, for the message about one that doesn't: `a text 'yyyy-MM-dd'`.
  package func expectation(of type: ColumnType) -> String {
    switch self {
    case .dateText(.plain): "a text 'yyyy-MM-dd HH:mm:ss[.f]'"
    case .dateText(.iso): "a text 'yyyy-MM-ddTHH:mm:ss[.f]Z'"
    case .dateText(.offset): "a text 'yyyy-MM-dd HH:mm:ss[.f]+HH:mm'"
    case .dateNumber(.seconds): "a number of seconds since 1970"
    case .dateNumber(.milliseconds): "a number of milliseconds since 1970"
    case .dateNumber(.appleSeconds): "a number of seconds since 2001"
    case .local: "a date of PostgreSQL"
    case .day(isCompact: false): "a day 'yyyy-MM-dd'"
    case .day(isCompact: true): "a day 'yyyyMMdd'"
    case .uuidText(.lower): "a UUID in lower case"
    case .uuidText(.upper): "a UUID in upper case"
    case .uuidText(.hex): "a UUID of 32 digits in lower case"
    case .number where type.storage == .decimal: "a number that a Decimal holds"
    case .number: "a number in units of \(type.scale == 1 ? "1" : "1/\(type.scale)")"
    case .native(let name): "a value of the type '\(name)'"
    }
  }
}

extension String {
  /// The text in quotes, as a message shows what is stored: the beginning of a long one, and nothing on which a
  /// terminal acts.
  package var shownAsStored: String {
    let scalars = unicodeScalars.prefix(60)
    let end = scalars.endIndex < unicodeScalars.endIndex ? "…'" : "'"
    // Looking up categories takes far longer than the rest, and an introspection refuses many values.
    if scalars.allSatisfy({ (" "..."~").contains($0) }) { return "'" + Substring(scalars) + end }
    let shown = scalars.map { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: scalar.escaped(asASCII: true)
      default: String(scalar)
      }
    }
    return "'" + shown.joined() + end
  }
}
