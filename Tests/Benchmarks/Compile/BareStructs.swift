extension EqualSchemas {
  /// In Swift: structs with the fields and a public initializer, and nothing else. An owner is its key.
  var bareSwift: String {
    var text = """
      public import Foundation

      public enum Kind: String, Sendable {
        case alpha
        case beta
        case gamma
        case delta
      }

      public struct Money: Sendable {
        public var savedValue: Int64

        public init(savedValue: Int64) {
          self.savedValue = savedValue
        }
      }

      """
    for model in 0..<models { text += bareStruct(model) }
    return text
  }

  private func bareStruct(_ model: Int) -> String {
    let fields = [
      ("id", "UUID", " = UUID()"), ("name", "String", ""), ("count", "Int64", " = 0"), ("ratio", "Double", " = 0"),
      ("isActive", "Bool", " = false"), ("createdAt", "Date", " = Date()"), ("payload", "Data?", " = nil"),
      ("kind", "Kind", " = .alpha"), ("amount", "Money", " = Money(savedValue: 0)"),
      ("ownerID", model == 0 ? "UUID?" : "UUID", model == 0 ? " = nil" : ""),
    ]
    let properties = fields.map { "  public var \($0.0): \($0.1)\n" }.joined()
    let parameters = fields.map { "    \($0.0): \($0.1)\($0.2)" }.joined(separator: ",\n")
    let assignments = fields.map { "    self.\($0.0) = \($0.0)\n" }.joined()
    return """

      public struct Entity\(model): Sendable {
      \(properties)
        public init(
      \(parameters)
        ) {
      \(assignments)  }
      }

      """
  }
}

/// A query of the generated models whose condition has as many terms, up to twelve.
func queryOfEntities(terms: Int) -> String {
  let all = [
    #"$0.name == "Cash""#, "$0.count > 5", "$0.isActive == true", "$0.ratio < 1.5", "$0.kind == .beta",
    #"$0.owner.name == "Bank""#, "$0.amount > 0", "$0.owner.owner.count == 3", #"!($0.name == "Card")"#,
    "$0.owner.kind == .gamma", "$0.payload.isNil", "$0.count < 9",
  ]
  let condition = all.prefix(terms).joined(separator: " && ")
  return """
    import IgataRuntime

    func query() -> Query<Entity50> { \(terms == 0 ? "Entity50.all" : "Entity50.where { \(condition) }") }

    """
}
