import IgataTemplateLanguage

extension [JSONMember] {
  /// The value of a key, or `nil` if there is none.
  func value(_ key: String) -> JSONValue? { first { $0.key == key }?.value }
}

/// The value as a type of Swift, or `nil` if it is another one.
extension JSONValue {
  /// The value of a key, or `nil` if there is none or this is no object.
  subscript(_ key: String) -> JSONValue? {
    guard case .object(let members, _) = self else { return nil }
    return members.value(key)
  }

  var text: String? {
    guard case .text(let text, _) = self else { return nil }
    return text
  }

  var texts: [String]? {
    guard case .list(let values, _) = self else { return nil }
    let texts = values.compactMap(\.text)
    return texts.count == values.count ? texts : nil
  }

  var integer: Int? {
    guard case .number(let digits, _) = self else { return nil }
    return Int(digits)
  }

  var flag: Bool? {
    guard case .flag(let flag, _) = self else { return nil }
    return flag
  }

  var elements: [JSONValue]? {
    guard case .list(let values, _) = self else { return nil }
    return values
  }
}
