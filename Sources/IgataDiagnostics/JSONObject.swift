/// A JSON object on one line, its members in the order they are set.
struct JSONObject {
  private var members: [UInt8] = []

  mutating func set(_ key: String, _ text: String) {
    open(key)
    JSONText.append(text, to: &members)
  }

  mutating func set(_ key: String, _ number: Int) {
    open(key)
    members.append(contentsOf: String(number).utf8)
  }

  mutating func set(_ key: String, _ flag: Bool) {
    open(key)
    members.append(contentsOf: (flag ? "true" : "false").utf8)
  }

  mutating func set(_ key: String, _ object: JSONObject) {
    open(key)
    members.append(contentsOf: object.text)
  }

  /// - Parameter separator: The text between the objects; a line break makes a long list readable.
  mutating func set(_ key: String, _ objects: [JSONObject], separator: String = ", ") {
    open(key)
    members.append(UInt8(ascii: "["))
    for (index, object) in objects.enumerated() {
      if index > 0 { members.append(contentsOf: separator.utf8) }
      members.append(contentsOf: object.text)
    }
    members.append(UInt8(ascii: "]"))
  }

  var text: [UInt8] { [UInt8(ascii: "{")] + members + [UInt8(ascii: "}")] }

  private mutating func open(_ key: String) {
    if !members.isEmpty { members.append(contentsOf: ", ".utf8) }
    JSONText.append(key, to: &members)
    members.append(contentsOf: ": ".utf8)
  }
}
