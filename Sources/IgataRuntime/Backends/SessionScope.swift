/// Settings of the database that hold for all that a store does, such as the tenant whose rows it may see; see
/// ``Store/scoped(to:)``.
///
/// Its description has the names of the settings, and no values.
public struct SessionScope: Hashable, Sendable {
  /// The values by the names of the settings, such as `app.tenant`, `role` or `search_path`.
  public var settings: [String: String]

  /// A scope with these settings.
  public init(settings: [String: String]) { self.settings = settings }

  /// The settings of both, of which those of `other` count if a name is in both. Names are compared without case.
  @_spi(Backend) public func merging(_ other: SessionScope?) -> SessionScope {
    guard let other else { return self }
    let names = Set(other.settings.keys.map { $0.lowercased() })
    let kept = settings.filter { !names.contains($0.key.lowercased()) }
    return SessionScope(settings: kept.merging(other.settings) { $1 })
  }
}

extension SessionScope: CustomStringConvertible, CustomReflectable {
  /// The names of the settings.
  public var description: String { "SessionScope(\(settings.keys.sorted().joined(separator: ", ")))" }

  /// What `dump` and debuggers show: the names of the settings.
  public var customMirror: Mirror { Mirror(self, children: ["settings": settings.keys.sorted()]) }
}
