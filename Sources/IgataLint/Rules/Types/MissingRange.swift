import IgataDiagnostics
import IgataSchema
import IgataSyntax

extension LintRule {
  static let missingRange = LintRule(
    "missing-range", .types, .strictOnly,
    """
    A number with natural bounds has no `@range`.

    A month is one of twelve and a latitude is between -90 and 90. With `@range`, the runtime and the database reject
    other values.
    """,
    example: """
      model Budget {
        id: UUID = uuid() @primaryKey
        month: Int16
      }
      """,
    fix: .replacing("Int16", with: "Int16 @range(1...12)"),
    houseStyle: HouseStyle("numbers have no range", help: "add '@range'"),
    check: .fields { field, context, findings in
      guard let scalar = field.scalar, !field.isList, scalar.isInteger || scalar == .double || scalar == .float,
        let last = field.words.last, let range = naturalRanges[last]
      else { return }
      let bounds = context.declared.constraints(of: field)
      guard bounds.minimum == nil, bounds.maximum == nil else { return }
      let fix = field.adding("@range(\(range))", isSafe: false)
      findings.report(
        "'\(field.name)' is within \(range), but any number is accepted", at: field.range,
        help: "add '@range(\(range))'",
        fixes: field.syntax.defaultValue == nil ? [fix] : [])
    })
}

private let naturalRanges: [String: String] = pairs(
  """
  latitude -90...90, longitude -180...180, lat -90...90, lng -180...180, lon -180...180, month 1...12, hour 0...23,
  percent 0...100, percentage 0...100, 月 1...12, 緯度 -90...90, 経度 -180...180
  """)
