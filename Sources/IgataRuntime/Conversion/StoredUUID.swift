package import Foundation
package import IgataTables

extension StoredForm.UUIDText {
  /// The UUID of a text in this form; `nil` if it has another one.
  package func uuid(_ text: String) -> UUID? {
    var whole = text
    if self == .hex {
      guard text.utf8.count == 32 else { return nil }
      for position in [20, 16, 12, 8] { whole.insert("-", at: whole.utf8.index(whole.startIndex, offsetBy: position)) }
    }
    guard let uuid = UUID(uuidString: whole), self.text(uuid) == text else { return nil }
    return uuid
  }

  /// The text of a UUID.
  package func text(_ uuid: UUID) -> String {
    switch self {
    case .upper: uuid.uuidString
    case .lower: uuid.uuidString.lowercased()
    case .hex: uuid.uuidString.lowercased().replacing("-", with: "")
    }
  }
}

extension StoredForm {
  /// A value as it is stored; `nil` if the form isn't one of keys.
  package func storedKey(_ value: StoredValue) -> StoredValue? {
    switch (self, value) {
    case (.uuidText(let form), .uuid(let uuid)): return .text(form.text(uuid))
    case (.day(let isCompact), .day(let day)): return .text(day.text(isCompact: isCompact))
    case (.dateNumber(let unit), .date(let microseconds)):
      let (date, isOverflow) = microseconds.subtractingReportingOverflow(unit.start)
      let units = Date.rounded(microsecondsSince1970: date, to: unit.microseconds) / unit.microseconds
      let read = StoredNumber.units(units, per: unit.microseconds)?.addingReportingOverflow(unit.start)
      // No row has a part of a unit.
      guard let read, !isOverflow, !read.overflow, Date.kept(microsecondsSince1970: read.partialValue) == microseconds
      else { return .real(Double(units) + 0.5) }
      return .integer(units)
    default: return nil
    }
  }

  /// Whether every value is stored in some way. Otherwise ``storedKey(_:)`` returns one that no row has for the others.
  package var storesAllValues: Bool {
    if case .dateNumber = self { false } else { true }
  }

  /// The type of keys as they are stored.
  package var storedKeyType: ColumnType? {
    switch self {
    case .uuidText, .day: ColumnType(.string)
    case .dateNumber: ColumnType(.int64)
    case .dateText, .local, .number, .native: nil
    }
  }
}
