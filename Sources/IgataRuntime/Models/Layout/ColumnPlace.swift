internal import Foundation

/// A stored property of a model, and the columns of the table that it is made of.
///
/// The commonest types are told apart by their ``form``, so that what reads and writes them is compiled for them; the
/// rest goes through what they conform to.
@usableFromInline
struct ColumnPlace: Sendable {
  @usableFromInline
  enum Form: UInt8, Sendable {
    case bool, int64, double, string, uuid, date
    case optionalInt64, optionalString, optionalUUID, optionalDate
    /// As one of ``ModelLayout/codings`` says.
    case other
  }

  @usableFromInline var form: Form
  /// The first of the columns.
  @usableFromInline var column: Int32
  /// How many bytes the property lies behind the beginning of the model.
  @usableFromInline var offset: Int32
  /// The index of its coding, where it has one.
  var coding: Int32 = 0
}

extension ColumnPlace.Form {
  /// For a type that fills one column; nothing where the type has to say itself how.
  init?(_ type: any Storable.Type) {
    if let form = Self.ofType[ObjectIdentifier(type)] {
      self = form
    } else if type.isInt64InMemory {
      self = .int64
    } else {
      return nil
    }
  }

  private static let ofType: [ObjectIdentifier: Self] = [
    ObjectIdentifier(Bool.self): .bool, ObjectIdentifier(Double.self): .double,
    ObjectIdentifier(Int64.self): .int64, ObjectIdentifier(Int64?.self): .optionalInt64,
    ObjectIdentifier(String.self): .string, ObjectIdentifier(String?.self): .optionalString,
    ObjectIdentifier(UUID.self): .uuid, ObjectIdentifier(UUID?.self): .optionalUUID,
    ObjectIdentifier(Date.self): .date, ObjectIdentifier(Date?.self): .optionalDate,
  ]
}

extension Storable {
  /// Whether it is a fixed-point number that holds its `savedValue` and nothing else.
  fileprivate static var isInt64InMemory: Bool {
    guard Self.self is any FixedPoint.Type else { return false }
    let properties = StoredProperty.all(of: Self.self)
    return properties.count == 1 && properties[0].type == Int64.self && properties[0].name == "savedValue"
  }
}

extension RowReader {
  /// Makes a property of its column, in memory that holds nothing yet. Nothing is done for a place of the form `other`.
  @inline(__always)
  mutating func read(_ column: ColumnPlace, to place: Place) {
    let reading = reading
    let number = column.column
    var isRead = true
    switch column.form {
    case .bool:
      let place = place.initialized(to: false)
      isRead = reading.pointee.bool(cursor, number, place)
    case .int64:
      let place = place.initialized(to: Int64(0))
      isRead = reading.pointee.integer(cursor, number, place)
    case .double:
      let place = place.initialized(to: 0.0)
      isRead = reading.pointee.real(cursor, number, place)
    case .string: isRead = reading.pointee.text(cursor, number, Place(place.initialized(to: "")))
    // Two words, as a UUID's own initializer copies byte by byte.
    case .uuid: isRead = reading.pointee.uuid(cursor, number, Place(place.initialized(to: (UInt64(0), UInt64(0)))))
    case .date:
      var microseconds: Int64 = 0
      isRead = reading.pointee.date(cursor, number, &microseconds)
      _ = place.initialized(to: Date(microsecondsSince1970: microseconds))
    case .optionalInt64: _ = place.initialized(to: value(Int(number), as: Int64?.self))
    case .optionalString: _ = place.initialized(to: value(Int(number), as: String?.self))
    case .optionalUUID: _ = place.initialized(to: value(Int(number), as: UUID?.self))
    case .optionalDate: _ = place.initialized(to: value(Int(number), as: Date?.self))
    case .other: break
    }
    if !isRead { failReading(Int(number)) }
  }
}

extension Place {
  /// The same place, where a value is from now on.
  @inline(__always)
  fileprivate func initialized<Value>(to value: Value) -> UnsafeMutablePointer<Value> {
    let place = assumingMemoryBound(to: Value.self)
    place.initialize(to: value)
    return place
  }
}
