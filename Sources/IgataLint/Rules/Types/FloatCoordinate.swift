import IgataDiagnostics
import IgataSchema
import IgataSyntax

extension LintRule {
  static let floatCoordinate = LintRule(
    "float-coordinate", .types, .normal,
    """
    A coordinate is stored in single precision.

    A `Float` has seven digits, so a longitude can be off by about a meter. A `Double` has fifteen.
    """,
    example: """
      struct Place {
        latitude: Float
        longitude: Float
      }
      """,
    fix: """
      struct Place {
        latitude: Double
        longitude: Double
      }
      """,
    check: .fields { field, _, findings in
      guard field.plainScalar == .float, WordList.coordinates.match(in: field.words) != nil,
        let type = field.syntax.type?.innermost
      else { return }
      findings.report(
        "'\(field.name)' is a 'Float', which is only accurate to about a meter", at: type, help: "make it a 'Double'",
        fixes: [.init(title: "make it 'Double'", range: type, replacement: "Double", isSafe: false)])
    })
}

extension WordList {
  fileprivate static let coordinates = WordList("latitude, longitude, lat, lng, lon, 緯度, 経度")
}
