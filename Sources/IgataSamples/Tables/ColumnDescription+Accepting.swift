@_spi(Backend) package import IgataRuntime
package import IgataTables

extension ColumnDescription {
  /// Whether a database takes a value, which isn't null. It doesn't check patterns.
  package func accepts(_ value: StoredValue) -> Bool {
    var constraints = constraints
    constraints.pattern = nil
    guard type.accepts(value) else { return false }
    return constraints.brokenRule(by: value, scale: type.scale) == nil
  }
}

extension ColumnType {
  fileprivate func accepts(_ value: StoredValue) -> Bool {
    switch (self, value) {
    case (.stringEnum(let cases, let isOpen), .text(let text)): isOpen || cases.contains(text)
    case (.integerEnum(let cases, _, let isOpen), .integer(let number)): isOpen || cases.contains(number)
    case (.scalar(let scalar), .integer(let number)): scalar.bounds?.contains(number) ?? true
    case (.scalar(.decimal(let precision?, let scale?)), .decimal(let number)):
      number.fitting(precision: precision, scale: scale, rounding: .exact) != nil
    default: true
    }
  }
}
