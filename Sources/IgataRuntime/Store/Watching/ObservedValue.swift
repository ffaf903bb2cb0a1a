public import Observation

/// What an observation returns, as an observable object for views that is always up to date.
///
/// ```swift
/// let count = ObservedValue(store.observe { try await $0.count(Account.all) })
/// let latest = ObservedValue(store.observe(Account.all, with: { $0.entries.limit(3) }))
/// let names = ObservedValue(store.observe(Account.all) { $0.name })
/// ```
///
/// It is isolated to the main actor; reading and comparing happen on other threads. It observes the store until it is
/// released or ``cancel()`` is called, and doesn't change after that. A value that equals the last one is not assigned.
@MainActor @Observable
public final class ObservedValue<Value: Sendable> {
  /// The value; `nil` until it is loaded for the first time.
  public private(set) var value: Value?
  /// Whether a value has been loaded.
  public private(set) var isLoaded = false
  /// Whether the value is being loaded for the first time, or anew after ``observe(_:)`` or ``restart()``.
  public private(set) var isLoading = true
  /// The error of the last load, if it failed. There are no further updates until ``restart()`` or ``observe(_:)`` is
  /// called.
  public private(set) var error: (any Error)?
  @ObservationIgnored private var observation: StoreObservation<Value, any Error>
  @ObservationIgnored private var watching: Watching?

  /// Starts to observe.
  public convenience init<Failure>(_ observation: StoreObservation<Value, Failure>) {
    self.init(observation, initially: nil)
  }

  init<Failure>(_ observation: StoreObservation<Value, Failure>, initially value: Value?) {
    self.value = value
    self.observation = observation.throwingAnyError
    restart()
  }

  /// Observes something else from now on. The value stays until the new one is loaded.
  public func observe<Failure>(_ observation: StoreObservation<Value, Failure>) {
    self.observation = observation.throwingAnyError
    restart()
  }

  /// Starts to observe again, after an error or ``cancel()``.
  public func restart() {
    if error != nil { error = nil }
    if !isLoading { isLoading = true }
    let observation = observation
    // Detached, as it isn't part of a transaction in whose closure it may have been started.
    watching = Watching(
      Task.detached(priority: Task.currentPriority) { [weak self] in
        do {
          var iterator = observation.makeAsyncIterator()
          var known = await self?.value
          while let value = try await iterator.next(isolation: nil) {
            let isSame = known.map { observation.isSame($0, value) } ?? false
            known = nil
            await self?.receive(isSame ? nil : value)
          }
          await self?.end(nil)
        } catch {
          await self?.end(error)
        }
      })
  }

  /// Stops observing. The value stays as it is.
  public func cancel() {
    watching = nil
    if isLoading { isLoading = false }
  }

  // Called on the task that observes. If another one has replaced it, it is canceled.

  private func receive(_ changed: Value?) {
    if Task.isCancelled { return }
    if let changed { value = changed }
    if !isLoaded { isLoaded = true }
    if isLoading { isLoading = false }
  }

  private func end(_ error: (any Error)?) {
    if Task.isCancelled { return }
    if let error { self.error = error }
    if isLoading { isLoading = false }
  }

  /// Cancels its task when it is released.
  private final class Watching: Sendable {
    private let task: Task<Void, Never>

    init(_ task: Task<Void, Never>) { self.task = task }

    deinit { task.cancel() }
  }
}
