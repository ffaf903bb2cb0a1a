import Synchronization

/// A number that several tasks count up.
public final class Tally: Sendable {
  private let number = Mutex(0)

  public init() {}

  public var value: Int { number.withLock { $0 } }

  public func add(_ count: Int = 1) { number.withLock { $0 += count } }
}
