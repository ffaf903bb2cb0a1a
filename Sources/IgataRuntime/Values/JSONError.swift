public import Foundation

/// Why a text isn't JSON, and where.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong at the offset.
  public var reason: String
  /// The offset in the text, in UTF-8 bytes.
  public var offset: Int

  /// An error at a byte of the text. Offsets start at 0.
  public init(reason: String, offset: Int) {
    self.reason = reason
    self.offset = offset
  }

  /// The error as a sentence.
  public var description: String { "\(reason) at byte \(offset)" }
}

/// Makes `localizedDescription` return the same text.
extension JSONError: LocalizedError {
  /// The same as ``description``.
  public var errorDescription: String? { description }
}
