import Foundation
import Testing

/// How many lines of Swift each target may have. A commit that raises a ceiling says why: a feature first asks which
/// existing one it can be a case of. The test also fails if a target is so far below its ceiling that it could grow
/// unnoticed.
private let ceilings: [String: Int] = [
  "IgataDatabase": 4_450,
  "IgataDiagnostics": 1_500,
  "IgataEditing": 3_500,
  "IgataEvolution": 12_200,
  "IgataGeneration": 9_900,
  "IgataHTTP": 1_850,
  "IgataIntrospection": 5_000,
  "IgataLint": 6_600,
  "IgataPostgreSQL": 7_200,
  "IgataRouting": 2_950,
  "IgataRuntime": 24_200,
  "IgataSQL": 6_650,
  "IgataSQLite": 7_600,
  "IgataSamples": 1_350,
  "IgataSchema": 13_900,
  "IgataSnapshots": 150,
  "IgataSwiftUI": 200,
  "IgataSyntax": 5_950,
  "IgataTables": 3_250,
  "IgataTemplateLanguage": 3_850,
  "IgataTemplates": 50,
  "IgataTesting": 8_400,
  "IgataTool": 11_750,
  "Plugins": 300,
  "igata": 50,
  "igata-database": 50,
]

@Test func targetsStayBelowTheirCeilings() throws {
  let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../Sources")
    .standardizedFileURL
  var lines: [String: Int] = [:]
  for path in FileManager.default.enumerator(atPath: root.path)?.compactMap({ $0 as? String }) ?? []
  where path.hasSuffix(".swift") {
    let text = try Data(contentsOf: root.appendingPathComponent(path))
    lines[String(path.prefix { $0 != "/" }), default: 0] += text.count { $0 == UInt8(ascii: "\n") }
  }
  #expect(Set(lines.keys) == Set(ceilings.keys))
  for (target, count) in lines {
    let ceiling = ceilings[target] ?? 0
    #expect(count <= ceiling, "\(target) has \(count) lines, and its ceiling is \(ceiling)")
    #expect(count + count / 20 + 100 > ceiling, "\(target) has \(count) lines; lower its ceiling of \(ceiling)")
  }
}
