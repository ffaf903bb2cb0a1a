/// Hears of what a store does, to log slow statements, to count, or to trace.
///
/// ```swift
/// let store = Store(backend, observing: StoreObserver(slowerThan: .milliseconds(50)) { logger.warning("\($0)") })
/// ```
///
/// Its closures run on the task that called the store, with that task's local values, and the call goes on when they
/// return: they must not wait. They can't use the store. <doc:InProduction> shows how to log, to count and to trace.
public struct StoreObserver: Sendable {
  /// What is called at the end of one statement.
  public typealias End = @Sendable (StoreEvent) -> Void

  /// Every store has room for an observer, and a reference costs its copies least.
  private final class Storage: Sendable {
    let threshold: Duration
    let started: (@Sendable (StoreEvent) -> End?)?
    let ended: End?

    init(threshold: Duration = .zero, started: (@Sendable (StoreEvent) -> End?)? = nil, ended: End? = nil) {
      self.threshold = threshold
      self.started = started
      self.ended = ended
    }
  }

  private let storage: Storage

  /// How long the statements take at least that it hears of, unless they fail.
  var threshold: Duration { storage.threshold }
  /// Called at the beginning of a statement.
  var started: (@Sendable (StoreEvent) -> End?)? { storage.started }
  /// Called at the end of a statement, unless there is ``started``.
  var ended: End? { storage.ended }

  /// An observer that hears of each statement after it has ended.
  ///
  /// - Parameters:
  ///   - duration: Only statements that took longer are reported, and those that failed; all if it is zero.
  ///   - ended: Called with the event.
  public init(slowerThan duration: Duration = .zero, _ ended: @escaping End) {
    storage = Storage(threshold: duration, ended: ended)
  }

  /// An observer that hears of each statement before it begins, as a span needs; see <doc:InProduction#Tracing>.
  ///
  /// - Parameter started: Called with what is known of the event at the beginning. What it returns is called at the
  ///   end, once; `nil` if nothing is to be called.
  public static func tracing(_ started: @escaping @Sendable (StoreEvent) -> End?) -> StoreObserver {
    StoreObserver(Storage(started: started))
  }

  private init(_ storage: Storage) { self.storage = storage }
}
