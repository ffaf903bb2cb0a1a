extension StoredValue {
  /// Whether no store can store this value, so that no row has it: it contains text with NUL, or JSON that is nested
  /// too deeply.
  package var isUnstorable: Bool {
    switch self {
    case .text(let text): text.holdsNUL
    case .json(let json): json.reasonNotToStore != nil
    case .list(let elements): elements.contains(where: \.isUnstorable)
    default: false
    }
  }
}

extension JSON {
  /// The reason why no store can store this value; `nil` if every store can.
  var reasonNotToStore: String? { reasonNotToStore(depth: 0) }

  private func reasonNotToStore(depth: Int) -> String? {
    guard depth <= JSON.nestingLimit else { return "JSON nested deeper than \(JSON.nestingLimit) levels" }
    switch self {
    case .null, .bool, .number: return nil
    case .string(let text): return text.holdsNUL ? "text with a NUL character" : nil
    case .array(let elements):
      for element in elements {
        if let reason = element.reasonNotToStore(depth: depth + 1) { return reason }
      }
    case .object(let object):
      for member in object.members {
        if member.key.holdsNUL { return "text with a NUL character" }
        if let reason = member.value.reasonNotToStore(depth: depth + 1) { return reason }
      }
    }
    return nil
  }
}
