import Foundation
import IgataEvolution
import TestSupport
import Testing

/// A database that was brought to a schema has the structure of one that was made from it.
struct StructureTests {
  @Test func freshEqualsMigrated() throws {
    var count = 0
    for file in try Golden.files(in: FixtureTests.folder, ending: ".igata") {
      for item in try FixtureTests.cases(in: file) {
        let step = Step(item.old, item.new)
        guard step.errors == "", step.evolution.diagnostics.allSatisfy({ $0.kind.id == "may-stop" }) else { continue }
        let script = planSQLite(step.evolution)
        // The functions of a runner aren't here.
        guard script.unplanned.isEmpty, script.text.firstMatch(of: /\bigata_\w+\(/) == nil else { continue }
        let migrated = try Engine(step.evolution.match.old)
        do {
          try migrated.execute(script.text)
        } catch {
          Issue.record("\(item.title): \(error)\n\(script.text)")
          continue
        }
        let expected = try Engine(step.evolution.match.new).structure()
        #expect(try migrated.structure() == expected, "\(item.title)\n\(script.text)")
        count += 1
      }
    }
    #expect(count > 10)
  }
}
