/// The way from a JSON value to one that it contains.
@_spi(Backend) public struct JSONPath: Hashable, Sendable {
  /// The names of members, which are strings, and the indexes of elements, which are numbers. They are JSON themselves,
  /// whose texts are compared by their bytes.
  public let steps: [JSON]

  /// A path of these steps.
  public init(_ steps: [JSON]) { self.steps = steps }

  /// The path with this ``text``; `nil` if it is no path.
  public init?(_ text: String) {
    guard case .array(let steps)? = try? JSON(parsing: text) else { return nil }
    self.steps = steps
  }

  /// The steps as a JSON array.
  public var text: String { JSON.array(steps).text }

  /// The path, extended by one step.
  func appending(_ step: JSON) -> JSONPath { JSONPath(steps + [step]) }

  /// The value at the end of the path; `nil` if there is none.
  package func value(in json: JSON) -> JSON? {
    var value: JSON? = json
    for step in steps {
      switch step {
      case .string(let key): value = value?[key]
      case .number(let index): value = index.int64.flatMap { Int(exactly: $0) }.flatMap { value?[$0] }
      case .null, .bool, .array, .object: return nil
      }
    }
    return value
  }

  /// Why no query can have the path; `nil` if it can.
  var fault: String? {
    if steps.count > JSON.nestingLimit { return "JSON is nested at most \(JSON.nestingLimit) levels deep" }
    let isNegative = steps.contains { if case .number(let index) = $0 { (index.int64 ?? 0) < 0 } else { false } }
    return isNegative ? "an index counts from 0, the first element" : nil
  }
}
