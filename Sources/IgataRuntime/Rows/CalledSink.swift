internal import Foundation

/// A sink of which nothing is known but the functions of its ``RowWriting``.
struct CalledSink: RowSink {
  let sink: UnsafeMutableRawPointer
  let writing: UnsafePointer<RowWriting>

  func null(_ column: Int32) { writing.pointee.null(sink, column) }

  func bool(_ column: Int32, _ value: Bool) { writing.pointee.bool(sink, column, value) }

  func integer(_ column: Int32, _ value: Int64) { writing.pointee.integer(sink, column, value) }

  func real(_ column: Int32, _ value: Double) { writing.pointee.real(sink, column, value) }

  func text(_ column: Int32, _ text: borrowing String) -> Bool {
    let count = text.utf8.count
    // Not `withUTF8`, for which the text would have to be a copy that is counted.
    return text.withCString { start in
      let bytes = UnsafeRawPointer(start).assumingMemoryBound(to: UInt8.self)
      writing.pointee.text(sink, column, bytes, count)
      return memchr(start, 0, count) != nil
    }
  }

  func uuid(_ column: Int32, _ bytes: UnsafeRawPointer) { writing.pointee.uuid(sink, column, bytes) }

  func date(_ column: Int32, _ microseconds: Int64) { writing.pointee.date(sink, column, microseconds) }

  func finish(_ generatedKey: UnsafeMutablePointer<Int64>) -> Int32 { writing.pointee.finish(sink, generatedKey) }

  func pause() {}

  func resume() {}
}
