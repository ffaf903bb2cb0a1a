/// A view of a JSON object.
final class JSONView: View {
  let shape: Shape
  private let values: [TemplateValue]

  init(_ shape: Shape, _ values: [TemplateValue]) {
    self.shape = shape
    self.values = values
  }

  func value(at slot: Int) -> TemplateValue { values.indices.contains(slot) ? values[slot] : .null }
}

extension TemplateValue {
  /// Creates a template value from a JSON value.
  ///
  /// A number prints as it is written, without trailing zeros in its fraction: `1.210` as `1.21`.
  public init(_ json: JSONValue) {
    var shapes: [[String]: Shape] = [:]
    self = Self.value(of: json, &shapes)
  }

  /// Objects with the same keys share a shape.
  private static func value(of json: JSONValue, _ shapes: inout [[String]: Shape]) -> TemplateValue {
    switch json {
    case .null: return .null
    case .flag(let isOn, _): return .flag(isOn)
    case .number(let number, _): return .text(withoutTrailingZeros(number))
    case .text(let text, _): return .text(text)
    case .list(let values, _): return .values(values.map { value(of: $0, &shapes) })
    case .object(let members, _):
      let keys = members.map(\.key)
      let shape = shapes[keys] ?? Shape(keys)
      shapes[keys] = shape
      return .view(JSONView(shape, members.map { value(of: $0.value, &shapes) }))
    }
  }

  private static func withoutTrailingZeros(_ number: String) -> String {
    var digits = Array(number.utf8)
    let isExponential = digits.contains { $0 | 0x20 == UInt8(ascii: "e") }
    guard !isExponential, digits.contains(UInt8(ascii: ".")) else { return number }
    while digits.last == UInt8(ascii: "0") { digits.removeLast() }
    if digits.last == UInt8(ascii: ".") { digits.removeLast() }
    return String(decoding: digits, as: UTF8.self)
  }
}
