internal import Foundation
internal import Synchronization

/// Warns on standard error, in debug builds, of a read of a relation that isn't loaded: such a model is blank, and such
/// an optional is `nil`, which is rarely what the program wants to show.
///
/// An optional type for required relations was the alternative. Every query loads them, so that `account.owner.name`
/// would be `account.owner?.name ?? ""` throughout a program for the few models that were made by hand.
enum UnloadedRelation {
  #if DEBUG
  private static let warned = Mutex<Set<String>>([])
  #endif

  /// - Parameter relation: The model and its field: `Account.owner`. There is one warning for each in a process.
  static func warn(_ relation: StaticString, isOptional: Bool) {
    #if DEBUG
    let name = relation.description
    guard warned.withLock({ $0.insert(name).inserted }) else { return }
    FileHandle.standardError.write(Data((message(name, isOptional: isOptional) + "\n").utf8))
    #endif
  }

  static func message(_ name: String, isOptional: Bool) -> String {
    let field = name.split(separator: ".").last.map(String.init) ?? name
    let loading = "load it by adding '.including { $0.\(field) }' to the query"
    return "igata: warning: '\(name)' was read but isn't loaded, "
      + (isOptional
        ? "so it is nil, though '\(field)ID' isn't: \(loading)"
        : "so all but its key is blank: \(loading), or fetch it by '\(field)ID'")
  }
}
