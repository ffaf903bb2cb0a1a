public import Foundation

/// An error of a calculation with fixed-point numbers.
public enum FixedPointError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The result doesn't fit into 64 bits.
  case overflow
  /// The result has more decimal places than the type keeps, and the rule is ``RoundingRule/exact``.
  case inexact
  case divisionByZero
  /// The text isn't a number.
  case malformed(String)
  /// A value can't be split into less than one part.
  case noParts

  /// The error as a sentence.
  public var description: String {
    switch self {
    case .overflow: "the number is too large"
    case .inexact: "the number has more decimal places than the type can store"
    case .divisionByZero: "division by zero"
    case .malformed(let text): "'\(text)' is no number"
    case .noParts: "a number can't be split into fewer than one part"
    }
  }
}

/// Makes `localizedDescription` return the same text.
extension FixedPointError: LocalizedError {
  /// The same as ``description``.
  public var errorDescription: String? { description }
}
