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
    // A copy that has no address is kept in registers.
    let before = sink
    sink = layout.places.withUnsafeBufferPointer { places in
      var sink = before
      guard let firstColumn = places.baseAddress else { return sink }
      let end = firstColumn + places.count
      var model = first
      // Those that are not counted yet.
      var written = 0
      for number in 0..<count {
        sink.foresee(model: model + 12 * stride)
        // How far it is to the model whose texts are foreseen: they lie elsewhere, and are known when the model is there.
        let ahead = number < count - 4 ? 4 * stride : 0
        var column = firstColumn
        while column < end {
          let place = model + Int(column.pointee.offset)
          switch sink.write(column.pointee.form, column.pointee.column, place, ahead: ahead) {
          case .written: break
          case .unstorable: writer.pointee.fail(column.pointee)
          case .other:
            sink.pause()
            layout.writeOther(column.pointee, place, to: &writer.pointee)
            sink.resume()
          }
          column += 1
        }
        guard writer.pointee.fault == nil else { break }
        var key: Int64 = 0
        let result = sink.finish(&key)
        model += stride
        if result == 1, key == 0 {
          written &+= 1
          continue
        }
        writer.pointee.count(written)
        written = 0
        guard writer.pointee.count(result, generatedKey: key) else { break }
        if key != 0 { layout.assign(key, to: model - stride) }
        if writer.pointee.isFull { break }
      }
      writer.pointee.count(written)
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

extension RowWriter {
  /// Remembers that no store can keep the value of a column.
  @usableFromInline
  mutating func fail(_ column: ColumnPlace) {
    switch column.form {
    case .double: fail(Int(column.column), .notANumber)
    case .date, .optionalDate: fail(Int(column.column), .outOfTime)
    default: fail(Int(column.column), .holdsNUL)
    }
  }
}

/// What became of a column.
@usableFromInline
enum WrittenColumn {
  case written
  /// No store can keep its value.
  case unstorable
  /// It was not written, as its type has to say itself how.
  case other
}

extension RowSink {
  /// Writes the column of a property, unless it is of the form `other`. As far ahead of it, in bytes, lies that of a
  /// model that comes soon.
  @inlinable @inline(__always)
  mutating func write(
    _ form: ColumnPlace.Form, _ number: Int32, _ place: UnsafeMutableRawPointer, ahead: Int = 0
  ) -> WrittenColumn {
    switch form {
    case .bool: bool(number, place.assumingMemoryBound(to: Bool.self).pointee)
    case .int64: integer(number, place.assumingMemoryBound(to: Int64.self).pointee)
    case .double: if !write(place.assumingMemoryBound(to: Double.self).pointee, number) { return .unstorable }
    case .string:
      foresee(text: place + ahead)
      if place.assumingMemoryBound(to: HeldText.self).pointee.write(to: &self, number) { return .unstorable }
    case .uuid: uuid(number, place)
    case .date: if !write(place.assumingMemoryBound(to: Date.self).pointee, number) { return .unstorable }
    case .optionalInt64:
      let value = place.assumingMemoryBound(to: Int64?.self).pointee
      if let value { integer(number, value) } else { null(number) }
    case .optionalString:
      foresee(text: place + ahead)
      if place.assumingMemoryBound(to: HeldOptionalText.self).pointee.write(to: &self, number) { return .unstorable }
    case .optionalUUID:
      // An optional begins with its value.
      if place.assumingMemoryBound(to: UUID?.self).pointee == nil { null(number) } else { uuid(number, place) }
    case .optionalDate:
      guard let value = place.assumingMemoryBound(to: Date?.self).pointee else {
        null(number)
        break
      }
      if !write(value, number) { return .unstorable }
    case .other: return .other
    }
    return .written
  }
}

// A text in the memory of a model, to be looked at where it lies: what can't be copied is not counted either.

@usableFromInline
struct HeldText: ~Copyable {
  @usableFromInline let text: String

  /// Returns whether there is a NUL character in it.
  @inlinable @inline(__always)
  borrowing func write<Sink: RowSink>(to sink: inout Sink, _ column: Int32) -> Bool { sink.text(column, text) }
}

@usableFromInline
struct HeldOptionalText: ~Copyable {
  @usableFromInline let text: String?

  /// Returns whether there is a NUL character in it.
  @inlinable @inline(__always)
  borrowing func write<Sink: RowSink>(to sink: inout Sink, _ column: Int32) -> Bool {
    if let text { return sink.text(column, text) }
    sink.null(column)
    return false
  }
}
