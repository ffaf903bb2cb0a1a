/// A schema of `models` models that has something of every kind in proportion to them: an enum, a struct and a type for
/// each, relations in both directions, ordered ones, and one model that all others lead to.
struct GrowthSchema {
  let models: Int

  var text: String { files.joined() }

  /// The same in files of one model each, and of what it alone uses.
  var files: [String] {
    ["model Root {\n  id: UUID = uuid() @primaryKey\n  name: String\n}\n"] + (0..<models).map(declarations)
  }

  private func declarations(_ model: Int) -> String {
    let owner = max(model - 1, 0) / 10
    return """

      enum Kind\(model): String {
        case alpha
        case beta
      }

      type Label\(model) = String @length(1...40)

      struct Size\(model) {
        width: Double
        kind: Kind\(model) = .alpha
      }

      model Entity\(model) {
        let id: UUID = uuid() @primaryKey
        label: Label\(model)
        size: Size\(model)
        amount: Currency = 0
        createdAt: Date = now()
        root: Root
        owner: Entity\(owner)?
        parts: [Entity\(owner)] @joinTable("entity\(model)_parts")
      }

      """
  }
}
