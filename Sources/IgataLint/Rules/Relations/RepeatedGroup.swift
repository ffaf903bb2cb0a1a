import IgataDiagnostics
import IgataSchema

extension LintRule {
  static let repeatedGroup = LintRule(
    "repeated-group", .relations, .normal,
    """
    The same fields occur twice, with two prefixes.

    Use a struct for `billingStreet`, `billingCity` … and `shippingStreet`, `shippingCity` …: its columns have the
    same names, so the database doesn't change.
    """,
    example: """
      model Order {
        id: UUID = uuid() @primaryKey
        billingStreet: String
        billingCity: String
        billingPostcode: String
        shippingStreet: String
        shippingCity: String
        shippingPostcode: String
      }
      """,
    fix: """
      struct Address {
        street: String
        city: String
        postcode: String
      }

      model Order {
        id: UUID = uuid() @primaryKey
        billing: Address
        shipping: Address
      }
      """,
    houseStyle: HouseStyle("groups of fields are repeated", help: "move them into structs"),
    check: .models { model, context, findings in
      var groups: [String: [DeclaredField]] = [:]
      var prefixes: [String] = []
      for field in context.declared.fields(of: .model(model.index)) {
        guard field.words.count > 1, let prefix = field.words.first, field.valueType != nil else { continue }
        if groups[prefix] == nil { prefixes.append(prefix) }
        groups[prefix, default: []].append(field)
      }
      var seen: [[Part]: String] = [:]
      for prefix in prefixes {
        guard let fields = groups[prefix], fields.count > 2, let first = fields.first else { continue }
        let parts = fields.map { Part(words: Array($0.words.dropFirst()), kind: $0.kind) }
        guard let other = seen[parts], let twin = groups[other]?.first else {
          seen[parts] = prefix
          continue
        }
        findings.report(
          "the \(fields.count) fields of '\(prefix)' repeat those of '\(other)'", at: first.range,
          help: "move them into a struct, and use two fields of it",
          related: [.init(twin.range, "'\(other)' begins here")])
      }
    })
}

private struct Part: Hashable {
  var words: [String]
  var kind: FieldKind
}
