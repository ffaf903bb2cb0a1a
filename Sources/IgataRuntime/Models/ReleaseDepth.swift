#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// Releases chains of models of any length, which would overflow the stack if each link were released inside the one
/// before.
///
/// There is one for each thread. It counts how deeply the releases on its thread are nested, and keeps what is nested
/// deeper than a limit until the outermost release continues with it.
final class ReleaseDepth {
  private static let deepest = 64
  private var depth = 0
  private var kept: [() -> Void] = []

  /// Releases a value that may hold the last reference to other models, and leaves another there.
  ///
  /// The optimizer may move the release of a variable before or after any statement that doesn't use the variable. So
  /// the value is moved in memory, which releases nothing, and destroyed by a call that is not inlined.
  static func release<Value>(_ value: inout Value, leaving rest: Value) {
    withUnsafeMutablePointer(to: &value) { value in
      guard let thread = ofThread else {
        destroy(value)
        return
      }
      if thread.depth >= deepest {
        let moved = UnsafeMutablePointer<Value>.allocate(capacity: 1)
        moved.moveInitialize(from: value, count: 1)
        thread.kept.append {
          destroy(moved)
          moved.deallocate()
        }
        return
      }
      thread.depth += 1
      destroy(value)
      if thread.depth == 1 { while let last = thread.kept.popLast() { last() } }
      thread.depth -= 1
    }
    withUnsafeMutablePointer(to: &value) { $0.initialize(to: rest) }
  }

  @inline(never)
  private static func destroy<Value>(_ value: UnsafeMutablePointer<Value>) { value.deinitialize(count: 1) }

  /// The key of each thread's own object; `nil` if the system has no more keys.
  private static let key: pthread_key_t? = {
    var key = pthread_key_t()
    let code = pthread_key_create(&key) { object in
      // The parameter is optional on some systems.
      let object: UnsafeMutableRawPointer? = object
      if let object { Unmanaged<ReleaseDepth>.fromOpaque(object).release() }
    }
    return code == 0 ? key : nil
  }()

  private static var ofThread: ReleaseDepth? {
    guard let key else { return nil }
    if let known = pthread_getspecific(key) { return Unmanaged<ReleaseDepth>.fromOpaque(known).takeUnretainedValue() }
    let new = Unmanaged.passRetained(ReleaseDepth())
    guard pthread_setspecific(key, new.toOpaque()) == 0 else {
      new.release()
      return nil
    }
    return new.takeUnretainedValue()
  }
}
