public import Foundation

/// A type whose columns contain days of the calendar: `Day`, `Date` and their optionals.
public protocol QueryDay: Storable {
  /// `Int`, or `Int?` if the day may be `nil`.
  associatedtype QueryInt: Storable
}

/// A type whose columns contain dates: `Date` and its optional.
public protocol QueryDate: QueryDay {}

extension Date: QueryDate {
  public typealias QueryInt = Int
}
extension Day: QueryDay {
  public typealias QueryInt = Int
}
extension Optional: QueryDay where Wrapped: QueryDay {
  public typealias QueryInt = Wrapped.QueryInt?
}
extension Optional: QueryDate where Wrapped: QueryDate {}

// Parts of dates are those in UTC, in the Gregorian calendar, which is extended to the time before it was introduced.
extension Column where Value: QueryDay {
  /// The year of the day, or of the date in UTC. The year before the first one is 0, as in ISO 8601.
  public var year: Column<Value.QueryInt> { part(.year) }
  /// The month of the day, or of the date in UTC, 1 to 12.
  public var month: Column<Value.QueryInt> { part(.month) }
  /// The day of the month, of a date in UTC, 1 to 31.
  public var day: Column<Value.QueryInt> { part(.day) }
  /// The day of the week, of a date in UTC, from 1 for a Sunday to 7 for a Saturday.
  public var weekday: Column<Value.QueryInt> { part(.weekday) }

  /// The first day of the month, or the date at which the month begins in UTC, to group by months.
  ///
  /// A month that begins before 4714-11-24 BC, which not every database can store, throws
  /// ``StoreError/overflow(expression:)``.
  public var startOfMonth: Column { part(.startOfMonth) }

  fileprivate func part<Part: Storable>(_ part: DatePart) -> Column<Part> {
    Column<Part>(expression: .datePart(part, expression), depth: depth + 1)
  }
}

extension Column where Value: QueryDate {
  /// The hour in UTC, 0 to 23.
  public var hour: Column<Value.QueryInt> { part(.hour) }
  /// The minute in UTC, 0 to 59.
  public var minute: Column<Value.QueryInt> { part(.minute) }
  /// The whole second in UTC, 0 to 59.
  public var second: Column<Value.QueryInt> { part(.second) }

  /// The date at which the day begins in UTC, to group by days.
  ///
  /// A date before 4714-11-24 BC, which not every database can store, throws ``StoreError/overflow(expression:)``.
  public var startOfDay: Column { part(.startOfDay) }
}
