#if PostgreSQL
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL

/// The settings of a scope, and the statement that sets them until the transaction ends.
struct ScopeSettings: Sendable {
  let scope: SessionScope
  /// The request that sets them, if there are any.
  let requests: [Request]

  init(_ scope: SessionScope) throws(StoreError) {
    self.scope = scope
    var parameters = Parameters()
    var calls: [String] = []
    for name in scope.settings.keys.sorted(by: { ($0.settingOrder, $0) < ($1.settingOrder, $1) }) {
      do throws(UnsendableValue) {
        let number = try parameters.append(.text(name), .text)
        try parameters.append(.text(scope.settings[name] ?? ""), .text)
        calls.append("set_config($\(number), $\(number + 1), true)")
      } catch {
        throw .unstorable(model: "SessionScope", field: name, reason: "it can't be sent")
      }
    }
    requests = calls.isEmpty ? [] : [.settings("SELECT \(calls.joined(separator: ", "))", parameters, scope)]
  }
}

extension String {
  /// A user may not be allowed to change other settings, and another user of the session resets the role.
  fileprivate var settingOrder: Int {
    switch lowercased() {
    case "session_authorization": 1
    case "role": 2
    default: 0
    }
  }
}

#endif
