import Foundation
import TestSupport
import Testing

/// Each request of the fixtures has the answer below it. `UPDATE_GOLDENS=1` rewrites the answers.
struct FixtureTests {
  @Test(arguments: try Fixture.all()) func answersAreAsWritten(_ file: URL) throws {
    var text = ""
    for fixture in try Fixture.read(file) {
      text += fixture.head.map { $0 + "\n" }.joined() + "//// answer\n"
      text += Answer(fixture).lines.map { $0 + "\n" }.joined() + "\n"
    }
    text.removeLast()
    let difference = try Golden.difference(text, in: file)
    #expect(difference == nil, "\(difference ?? "")")
  }
}
