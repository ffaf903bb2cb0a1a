public import Foundation

/// Models that lie in memory one behind the other, to be written as rows.
public struct ModelRows {
  @usableFromInline let layout: ModelLayout
  @usableFromInline let first: UnsafeMutableRawPointer
  @usableFromInline let count: Int
  @usableFromInline let stride: Int

  init(_ layout: ModelLayout, _ first: UnsafeMutableRawPointer, count: Int = 1, stride: Int = 0) {
    self.layout = layout
    self.first = first
    self.count = count
    self.stride = stride
  }

  /// Writes a row for each model, until the writer takes no more. Models take over the keys that the store made.
  ///
  /// `writer` writes to the same rows as `sink`: it takes the values that are not as simple as the sink's functions, and
  /// keeps what went wrong.
  @inlinable
  public func write<Sink: RowSink>(to sink: inout Sink, beside writer: UnsafeMutablePointer<RowWriter>) {
    let before = sink
    sink = layout.places.withUnsafeBufferPointer { places in
      var sink = before
      var model = first
      for _ in 0..<count {
        for column in places {
          let place = model + Int(column.offset)
          if column.form == .other {
            sink.pause()
            layout.writeOther(column, place, to: &writer.pointee)
            sink.resume()
          } else if let reason = sink.write(column, place) {
            writer.pointee.fail(Int(column.column), reason)
          }
        }
        guard writer.pointee.fault == nil else { return sink }
        var key: Int64 = 0
        let result = sink.finish(&key)
        guard writer.pointee.count(result, generatedKey: key) else { return sink }
        if key != 0 { layout.assign(key, to: model) }
        if writer.pointee.isFull { return sink }
        model += stride
      }
      return sink
    }
  }
}

extension RowWriter {
  /// Writes a row for each model, until the writer takes no more.
  mutating func write(_ rows: ModelRows) {
    var called = called
    withUnsafeMutablePointer(to: &self) { writer in
      if let models = called.writing.pointee.models {
        withUnsafePointer(to: rows) { models(called.sink, $0, writer) }
      } else {
        rows.write(to: &called, beside: writer)
      }
    }
  }
}

extension RowSink {
  /// Writes the column of a property. Nothing is done for a place of the form `other`.
  ///
  /// Returns why no store can keep the value, where none can.
  @inlinable @inline(__always)
  mutating func write(_ column: ColumnPlace, _ place: UnsafeMutableRawPointer) -> RowFault.Reason? {
    let number = column.column
    switch column.form {
    case .bool: bool(number, place.assumingMemoryBound(to: Bool.self).pointee)
    case .int64: integer(number, place.assumingMemoryBound(to: Int64.self).pointee)
    case .double: return write(place.assumingMemoryBound(to: Double.self).pointee, number)
    case .string: return place.assumingMemoryBound(to: HeldText.self).pointee.write(to: &self, number)
    case .uuid: uuid(number, place)
    case .date: return write(place.assumingMemoryBound(to: Date.self).pointee, number)
    case .optionalInt64:
      guard let value = place.assumingMemoryBound(to: Int64?.self).pointee else { return missing(number) }
      integer(number, value)
    case .optionalString: return place.assumingMemoryBound(to: HeldOptionalText.self).pointee.write(to: &self, number)
    case .optionalUUID:
      guard place.assumingMemoryBound(to: UUID?.self).pointee != nil else { return missing(number) }
      // An optional begins with its value.
      uuid(number, place)
    case .optionalDate:
      guard let value = place.assumingMemoryBound(to: Date?.self).pointee else { return missing(number) }
      return write(value, number)
    case .other: break
    }
    return nil
  }

  @inlinable @inline(__always)
  mutating func missing(_ column: Int32) -> RowFault.Reason? {
    null(column)
    return nil
  }
}

// A text in the memory of a model, to be looked at where it lies: what can't be copied is not counted either.

@usableFromInline
struct HeldText: ~Copyable {
  @usableFromInline let text: String

  @inlinable @inline(__always)
  borrowing func write<Sink: RowSink>(to sink: inout Sink, _ column: Int32) -> RowFault.Reason? {
    sink.write(text, column)
  }
}

@usableFromInline
struct HeldOptionalText: ~Copyable {
  @usableFromInline let text: String?

  @inlinable @inline(__always)
  borrowing func write<Sink: RowSink>(to sink: inout Sink, _ column: Int32) -> RowFault.Reason? {
    if let text { sink.write(text, column) } else { sink.missing(column) }
  }
}
