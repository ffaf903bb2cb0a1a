public import IgataRuntime

/// A field that is a day, as a column of a query and as a value of a model.
public struct DayField<Model: PersistableModel>: Sendable {
  let condition: @Sendable (Model.Columns, DayQuestion) -> Condition
  let value: @Sendable (Model) -> Day?

  public init(_ column: @escaping @Sendable (Model.Columns) -> Column<Day>, _ value: @escaping @Sendable (Model) -> Day) {
    condition = { columns, question in
      let column = column(columns)
      switch question {
      case .equal(let day): return column == day
      case .notEqual(let day): return column != day
      case .less(let day): return column < day
      case .lessOrEqual(let day): return column <= day
      case .greater(let day): return column > day
      case .greaterOrEqual(let day): return column >= day
      case .isIn(let days): return column.isIn(days)
      case .isInRange(let range): return column.isIn(range)
      case .year(let day): return column.year == day.year
      case .month(let day): return column.month < day.month
      case .dayOfMonth(let day): return column.day >= day.day
      case .weekday(let day): return column.weekday.isIn([day.weekday, 1])
      case .startOfMonth(let day): return column.startOfMonth <= day
      case .monthOfStart(let day): return column.startOfMonth.month + column.weekday == day.month
      }
    }
    self.value = { value($0) }
  }

  public init(_ column: @escaping @Sendable (Model.Columns) -> Column<Day?>, _ value: @escaping @Sendable (Model) -> Day?) {
    condition = { columns, question in
      let column = column(columns)
      switch question {
      case .equal(let day): return column == day
      case .notEqual(let day): return column != day
      case .less(let day): return column < day
      case .lessOrEqual(let day): return column <= day
      case .greater(let day): return column > day
      case .greaterOrEqual(let day): return column >= day
      case .isIn(let days): return column.isIn(days)
      case .isInRange(let range): return column.isIn(range)
      case .year(let day): return column.year == day.year
      case .month(let day): return column.month < day.month
      case .dayOfMonth(let day): return column.day >= day.day
      case .weekday(let day): return column.weekday.isIn([day.weekday, 1])
      case .startOfMonth(let day): return column.startOfMonth <= day
      case .monthOfStart(let day): return column.startOfMonth.month + column.weekday == day.month
      }
    }
    self.value = value
  }
}

/// A question about a day.
enum DayQuestion {
  case equal(Day), notEqual(Day), less(Day), lessOrEqual(Day), greater(Day), greaterOrEqual(Day), isIn([Day])
  case isInRange(Range<Day>)
  case year(Day), month(Day), dayOfMonth(Day), weekday(Day), startOfMonth(Day), monthOfStart(Day)

  /// The answer of plain Swift.
  func holds(_ value: Day?) -> Bool {
    guard let value else { if case .notEqual = self { return true } else { return false } }
    return switch self {
    case .equal(let day): value == day
    case .notEqual(let day): value != day
    case .less(let day): value < day
    case .lessOrEqual(let day): value <= day
    case .greater(let day): value > day
    case .greaterOrEqual(let day): value >= day
    case .isIn(let days): days.contains(value)
    case .isInRange(let range): range.contains(value)
    case .year(let day): value.year == day.year
    case .month(let day): value.month < day.month
    case .dayOfMonth(let day): value.day >= day.day
    case .weekday(let day): value.weekday == day.weekday || value.weekday == 1
    case .startOfMonth(let day): Day(year: value.year, month: value.month, day: 1).map { $0 <= day } ?? false
    case .monthOfStart(let day): value.month + value.weekday == day.month
    }
  }
}

/// Random conditions, and plain closures that mean the same.
public struct DayConditions<Model: PersistableModel> {
  private let fields: [DayField<Model>]
  private var state: UInt64

  public init(_ fields: [DayField<Model>], seed: UInt64) {
    self.fields = fields
    state = seed
  }

  private mutating func below(_ count: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % count
  }

  /// One of few days, so that conditions are true for some of them: the ends of the range, of years and of months.
  public mutating func day() -> Day {
    let known = [-719_162, -719_161, 2_932_896, -354_286, -1, 0, 1, 19_782, 19_783, 19_870, 10_956, 10_957]
    return Day(daysSince1970: known[below(known.count)]) ?? .first
  }

  /// A query, and whether it finds a model.
  public mutating func next() -> (query: Query<Model>, holds: (Model) -> Bool) {
    let parts = (0..<(1 + below(3))).map { _ in part() }
    let (isAny, isNegated) = (below(2) == 0, below(3) == 0)
    let query = Model.where { columns in
      let terms = parts.map { part in part.isNegated ? !part.condition(columns) : part.condition(columns) }
      let whole = terms.dropFirst().reduce(terms[0]) { isAny ? $0 || $1 : $0 && $1 }
      return isNegated ? !whole : whole
    }
    return (query, { model in
      let terms = parts.map { $0.holds(model) != $0.isNegated }
      return (isAny ? terms.contains(true) : !terms.contains(false)) != isNegated
    })
  }

  private typealias Part = (condition: (Model.Columns) -> Condition, holds: (Model) -> Bool, isNegated: Bool)

  private mutating func part() -> Part {
    let field = fields[below(fields.count)]
    let question: DayQuestion
    switch below(15) {
    case 0: question = .equal(day())
    case 1: question = .notEqual(day())
    case 2: question = .less(day())
    case 3: question = .lessOrEqual(day())
    case 4: question = .greater(day())
    case 5: question = .greaterOrEqual(day())
    case 6: question = .isIn([day(), day(), day()])
    case 7: question = .year(day())
    case 8: question = .month(day())
    case 9: question = .dayOfMonth(day())
    case 10: question = .weekday(day())
    case 11: question = .startOfMonth(day())
    case 12: question = .monthOfStart(day())
    default:
      let ends = [day(), day()].sorted()
      question = .isInRange(ends[0]..<ends[1])
    }
    return ({ field.condition($0, question) }, { question.holds(field.value($0)) }, below(3) == 0)
  }
}
