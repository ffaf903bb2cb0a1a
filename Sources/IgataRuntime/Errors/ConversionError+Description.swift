public import Foundation

extension ConversionError: CustomStringConvertible {
  /// One sentence: where, what was expected, what was found.
  public var description: String {
    let place = path.joined(separator: ".")
    switch reason {
    case .missing: return "\(place) is missing: expected \(expected)"
    case .wrongType: return "\(place): expected \(expected), found \(found)"
    case .outOfRange: return "\(place): expected \(expected), found \(found), which does not fit"
    case .malformed: return "\(place): expected \(expected), found \(found), which can't be read as such"
    case .unknownCase: return "\(place): expected \(expected), found \(found)"
    case .constraint(let rule): return "\(place): expected a value that keeps to \(rule), found \(found)"
    case .unknownKey(let nearest):
      let hint = nearest.map { "; did you mean '\($0)'?" } ?? ""
      return "\(place): there is no such field\(hint)"
    case .disagreement(let other): return "\(place): expected \(expected) as '\(other)' says, found \(found)"
    case .notAccepted(let why): return "\(place) can't be given: \(why)"
    case .tooDeep(let limit): return "\(place): nested deeper than \(limit) levels"
    }
  }
}

/// So that `localizedDescription` says the same.
extension ConversionError: LocalizedError {
  /// What ``description`` says.
  public var errorDescription: String? { description }
}

/// What becomes of keys of a dictionary that the model has no field for.
public enum UnknownKeys: Hashable, Sendable {
  /// They are an error, which names the nearest key that the model has.
  case reject
  case ignore
}
