import Observation

/// Evaluates a view as SwiftUI does: connects its properties and calls their `update()`, then reads the body, and does
/// so again, once, after something changed that the body has read.
@MainActor public final class ViewHost<Content: View> {
  private var view: Content
  private let connections: ViewConnections
  /// The number of the last evaluation.
  public private(set) var evaluations = 0
  private var isScheduled = false

  public init(_ view: Content, in environment: EnvironmentValues = EnvironmentValues()) {
    self.view = view
    connections = ViewConnections(environment)
    connections.invalidate = { [weak self] in self?.schedule() }
    evaluate()
  }

  /// Replaces the view, as that of its parent does when it is evaluated.
  public func show(_ view: Content, in environment: EnvironmentValues? = nil) {
    self.view = view
    if let environment { connections.environment = environment }
    evaluate()
  }

  private func evaluate() {
    connections.connect(view, at: "")
    evaluations += 1
    let number = evaluations
    withObservationTracking {
      _ = view.body
    } onChange: { [weak self] in
      // All that is observed changes on the main actor.
      MainActor.assumeIsolated { if self?.evaluations == number { self?.schedule() } }
    }
  }

  private func schedule() {
    if isScheduled { return }
    isScheduled = true
    Task { [weak self] in
      self?.isScheduled = false
      self?.evaluate()
    }
  }
}

/// What a host connects the properties of its view to.
@MainActor final class ViewConnections {
  var environment: EnvironmentValues
  /// What the view keeps, by the paths of its properties.
  var states: [String: AnyObject] = [:]
  var invalidate: () -> Void = {}

  init(_ environment: EnvironmentValues) { self.environment = environment }

  /// Connects the properties of a view or of a property, and then updates each, the inner ones first.
  func connect(_ value: Any, at path: String) {
    for child in Mirror(reflecting: value).children {
      guard var property = child.value as? any DynamicProperty else { continue }
      let path = "\(path).\(child.label ?? "")"
      (property as? any ConnectedProperty)?.connect(to: self, at: path)
      connect(property, at: path)
      property.update()
    }
  }
}
