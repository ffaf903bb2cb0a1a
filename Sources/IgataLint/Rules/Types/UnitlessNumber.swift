import IgataDiagnostics
import IgataSchema

extension LintRule {
  static let unitlessNumber = LintRule(
    "unitless-number", .types, .strictOnly,
    """
    A measure has no unit.

    `timeout: 30` is seconds to one reader and milliseconds to another. Specify the unit in the name
    (`timeoutSeconds`), with a separate type (`type Seconds = Int32`), or in another field `unit`.
    """,
    example: """
      model Job {
        id: UUID = uuid() @primaryKey
        timeout: Int = 30
      }
      """,
    fix: .replacing("timeout: Int = 30", with: #"timeoutSeconds: Int = 30 @column("timeout")"#),
    houseStyle: HouseStyle("numbers have no unit", help: "name it"),
    check: .fields { field, context, findings in
      guard let scalar = field.plainScalar, scalar.isInteger || scalar == .double || scalar == .float, !field.isList,
        let last = field.words.last, measures.contains(last), field.words.allSatisfy({ !figurative.contains($0) }),
        !context.declared.hasUnit(for: field)
      else { return }
      findings.report(
        "'\(field.name)' has no unit", at: field.range,
        help: "name the unit: '\(field.name)\(capitalized(unit(of: last)))'")
    })
}

private func unit(of measure: String) -> String {
  switch measure {
  case "distance", "altitude": "metres"
  case "weight": "grams"
  case "temperature": "celsius"
  case "speed": "kmh"
  case "volume": "litres"
  default: "seconds"
  }
}

private let measures: Set<String> = [
  "altitude", "delay", "distance", "duration", "interval", "speed", "temperature", "timeout", "ttl", "volume", "weight",
]
private let figurative: Set<String> = ["font", "line", "sort", "search", "issue", "animation", "audio", "playback"]
