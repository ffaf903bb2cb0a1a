public import Foundation

/// What takes the values of a row, one by one: the functions of a ``RowWriting``, as those of a type, so that the
/// compiler can make one piece of what writes models and of what takes their values. A ``RowWriter`` takes those that
/// none of these is for.
public protocol RowSink {
  /// Takes a null.
  mutating func null(_ column: Int32)
  /// Takes a `Bool`.
  mutating func bool(_ column: Int32, _ value: Bool)
  /// Takes an integer, or a fixed-point number × scale.
  mutating func integer(_ column: Int32, _ value: Int64)
  /// Takes a floating-point number, which may be NaN where the row is then refused.
  mutating func real(_ column: Int32, _ value: Double)
  /// Takes a text. Returns whether there is a NUL character in it; the row is then refused.
  mutating func text(_ column: Int32, _ text: borrowing String) -> Bool
  /// Takes the 16 bytes of a UUID.
  mutating func uuid(_ column: Int32, _ bytes: UnsafeRawPointer)
  /// Takes whole microseconds since 1970.
  mutating func date(_ column: Int32, _ microseconds: Int64)
  /// Is told where a model lies whose row comes soon.
  func foresee(model: UnsafeRawPointer)
  /// Is told where a `String` lies, or an optional one, that comes soon.
  func foresee(text: UnsafeRawPointer)
  /// Ends the row, as ``RowWriting/finish`` does.
  mutating func finish(_ generatedKey: UnsafeMutablePointer<Int64>) -> Int32
  /// Others write to the same row from now on, until ``resume()``.
  mutating func pause()
  /// Others have written to the row.
  mutating func resume()
}

extension RowSink {
  /// Does nothing, as most sinks take longer for a value than it takes to come.
  @inlinable @inline(__always)
  public func foresee(model: UnsafeRawPointer) {}

  /// Does nothing, as most sinks take longer for a value than it takes to come.
  @inlinable @inline(__always)
  public func foresee(text: UnsafeRawPointer) {}
}

// Values of which some can't be kept by any store. Whether this one can is returned, as who drives the sink has to know.
extension RowSink {
  /// Zero has no sign in a store: some engines keep it and others don't. Adding zero takes it away.
  @inlinable @inline(__always)
  mutating func write(_ number: Double, _ column: Int32) -> Bool {
    real(column, number + 0)
    return !number.isNaN
  }

  @inlinable @inline(__always)
  mutating func write(_ date: Date, _ column: Int32) -> Bool {
    guard let microseconds = date.microsecondsSince1970 else { return false }
    self.date(column, microseconds)
    return true
  }
}

// Why no store can keep such a value.
extension RowFault.Reason {
  static var notANumber: Self { .unstorable("NaN") }
  static var holdsNUL: Self { .unstorable("text with a NUL character") }
  static var outOfTime: Self { .unstorable("a date outside the range of 64-bit microseconds") }
}
