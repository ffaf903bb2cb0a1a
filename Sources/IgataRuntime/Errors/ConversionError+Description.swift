public import Foundation

extension ConversionError: CustomStringConvertible {
  /// One sentence: where the error is, what was expected, and what was found.
  public var description: String {
    let location = path.joined(separator: ".")
    switch reason {
    case .missing: return "\(location) is missing: expected \(expected)"
    case .wrongType: return "\(location): expected \(expected), found \(found)"
    case .outOfRange: return "\(location): expected \(expected), found \(found), which does not fit"
    case .malformed: return "\(location): expected \(expected), found \(found), which can't be converted"
    case .unknownCase: return "\(location): expected \(expected), found \(found)"
    case .constraint(let rule): return "\(location): expected a value that satisfies \(rule), found \(found)"
    case .unknownKey(let nearest):
      let hint = nearest.map { "; did you mean '\($0)'?" } ?? ""
      return "\(location): there is no such field\(hint)"
    case .disagreement(let other): return "\(location): expected \(expected) as '\(other)', found \(found)"
    case .notAccepted(let why): return "\(location) can't be given: \(why)"
    case .tooDeep(let limit): return "\(location): nested deeper than \(limit) levels"
    }
  }
}

/// Makes `localizedDescription` return the same text.
extension ConversionError: LocalizedError {
  /// The same as ``description``.
  public var errorDescription: String? { description }
}

/// What happens to keys of a dictionary for which the model has no field.
public enum UnknownKeys: Hashable, Sendable {
  /// Throw an error, which names the nearest key of the model.
  case reject
  case ignore
}
