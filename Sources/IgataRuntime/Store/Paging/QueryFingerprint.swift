/// A hash of a query that is the same in every process and on every machine. It protects against mistakes, not against
/// attacks.
struct QueryFingerprint {
  private var hash = StableHash()

  var value: UInt64 { hash.value }

  init(_ query: RowQuery) {
    combine(query.table.name)
    if let condition = query.condition { combine(condition) }
    for ordering in query.order {
      combine(ordering.isDescending ? 1 : 2)
      combine(ordering.expression)
    }
    combine(UInt64(bitPattern: Int64(query.limit ?? -1)))
    combine(UInt64(bitPattern: Int64(query.offset)))
  }

  private mutating func combine(byte: UInt8) { hash.combine(byte) }

  private mutating func combine(_ number: UInt64) {
    withUnsafeBytes(of: number.littleEndian) { hash.combine($0) }
  }

  private mutating func combine(_ text: String) {
    hash.combine(text.utf8)
    combine(byte: 0xFF)
  }

  private mutating func combine(_ values: [StoredValue]) {
    combine(UInt64(values.count))
    for value in values {
      switch value {
      case .json(let json): combine(json.text)
      case .list(let elements): combine(elements)
      default:
        var writer = CursorWriter()
        writer.append(value)
        hash.combine(writer.bytes)
      }
    }
  }

  private mutating func combine(_ path: RelationPath) {
    switch path.origin {
    case .query: combine(byte: 1)
    case .related(let depth):
      combine(byte: 2)
      combine(UInt64(bitPattern: Int64(depth)))
    case .open: combine(byte: 3)
    }
    combine(UInt64(path.steps.count))
    for step in path.steps { combine(UInt64(bitPattern: Int64(step))) }
  }

  private mutating func combine(_ rows: RelatedRows) {
    combine(rows.owner)
    combine(UInt64(bitPattern: Int64(rows.relation)))
    combine(byte: rows.condition == nil ? 0 : 1)
    if let condition = rows.condition { combine(condition) }
  }

  private mutating func combine(_ expression: QueryExpression) {
    switch expression {
    case .column(let path, let column):
      combine(byte: 1)
      combine(path)
      combine(UInt64(bitPattern: Int64(column)))
    case .value(let value):
      combine(byte: 2)
      combine([value])
    case .arithmetic(let operation, let left, let right):
      combine(byte: 3)
      combine("\(operation)")
      combine(left)
      combine(right)
    case .lowercased(let text):
      combine(byte: 4)
      combine(text)
    case .datePart(let part, let date):
      combine(byte: 7)
      combine("\(part)")
      combine(date)
    case .json(let root, let path, let form):
      combine(byte: 8)
      combine("\(form)")
      combine(path.text)
      combine(root)
    case .related(let aggregate, let rows):
      combine(byte: 5)
      combine(rows)
      combine(aggregate.function.name)
      if let expression = aggregate.expression { combine(expression) }
    // Rows have none.
    case .aggregate, .unsupported: combine(byte: 6)
    }
  }

  private mutating func combine(_ condition: Condition) {
    switch condition.kind {
    case .always: combine(byte: 10)
    case .never: combine(byte: 11)
    case .comparison(let left, let comparison, let right):
      combine(byte: 12)
      combine("\(comparison)")
      combine(left)
      combine(right)
    case .isNull(let expression):
      combine(byte: 13)
      combine(expression)
    case .isIn(let expression, let values):
      combine(byte: 14)
      combine(expression)
      combine(values)
    case .text(let expression, let comparison, let text):
      combine(byte: 15)
      combine("\(comparison)")
      combine(expression)
      combine(text)
    case .keyIsIn(let columns, let keys):
      combine(byte: 16)
      for column in columns { combine(UInt64(bitPattern: Int64(column))) }
      for key in keys { combine(key) }
    case .not(let condition):
      combine(byte: 17)
      combine(condition)
    case .all(let terms): combine(terms, 18)
    case .any(let terms): combine(terms, 19)
    case .exists(let rows):
      combine(byte: 20)
      combine(rows)
    case .contains(let list, let value):
      combine(byte: 22)
      combine(list)
      combine([value])
    case .unsupported: combine(byte: 21)
    }
  }

  private mutating func combine(_ terms: [Condition], _ kind: UInt8) {
    combine(byte: kind)
    combine(UInt64(terms.count))
    for term in terms { combine(term) }
  }
}
