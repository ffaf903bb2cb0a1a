public import Foundation

extension String {
  /// The text of a UUID in lowercase, as RFC 9562 wants it to be written.
  ///
  /// For the generated code of a model that has a member called `UUID`, where the type can't be named.
  public init(_uuid uuid: UUID) { self = uuid.uuidString.lowercased() }
}
