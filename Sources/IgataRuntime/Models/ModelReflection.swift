/// For models with `@sensitive` fields, whose generated code conforms to `CustomStringConvertible`: the fields' values
/// are never printed by `print`, by `dump`, in a debugger or in a test's report.
extension PersistableModel {
  /// The model's fields by name, with `…` for sensitive ones.
  public var description: String {
    let fields = fieldsToShow.map { "\($0.label): \($0.text)" }
    return "\(Self.table.model)(\(fields.joined(separator: ", ")))"
  }

  /// What `dump` and debuggers show: the fields, with `…` for sensitive ones.
  public var customMirror: Mirror {
    Mirror(self, children: fieldsToShow.map { (label: $0.label, value: $0.text) }, displayStyle: .struct)
  }

  private var fieldsToShow: [(label: String, text: String)] {
    let table = Self.table
    let row = columnValues
    return zip(table.columns, row).compactMap { column, value in
      let label = column.path.joined(separator: ".")
      guard !column.isSensitive else { return (label, "…") }
      guard let plain = column.type.plainValue(of: value) else { return nil }
      if case .scalar(.string) = column.type { return (label, String(reflecting: plain)) }
      return (label, "\(plain)")
    }
  }
}
