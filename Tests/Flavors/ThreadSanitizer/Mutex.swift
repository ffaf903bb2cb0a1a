#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Stands in for `Synchronization.Mutex`, which is made of system calls on Linux that the thread sanitizer does not know:
/// to it, all that such a lock guards is a race. It knows `pthread_mutex_t`.
///
/// `Tests/Builds/sanitizers` lays a copy into each target: what a module declares itself hides what it imports.
/// `@usableFromInline`, as the pool of connections, which is inlined, has one.
@usableFromInline struct Mutex<Value: ~Copyable>: ~Copyable {
  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  private let value: UnsafeMutablePointer<Value>

  init(_ value: consuming sending Value) {
    lock = .allocate(capacity: 1)
    self.value = .allocate(capacity: 1)
    pthread_mutex_init(lock, nil)
    self.value.initialize(to: value)
  }

  deinit {
    pthread_mutex_destroy(lock)
    value.deinitialize(count: 1)
    value.deallocate()
    lock.deallocate()
  }

  @usableFromInline borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    nonisolated(unsafe) let value = value
    return try body(&value.pointee)
  }
}

// The value is reached under the lock alone.
extension Mutex: @unchecked Sendable where Value: ~Copyable {}
