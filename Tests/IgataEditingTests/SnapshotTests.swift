import Foundation
import IgataDiagnostics
import IgataSchema
import Testing

@testable import IgataEditing

struct SnapshotTests {
  private let text = """
    enum Kind { case cash, bank }
    model Person { id: UUID @primaryKey }
    model Account {
      id: UUID @primaryKey
      owner: Person
      kind: Kind = .cash
      index(kind)
    }
    """

  private func location(of word: String, after start: String = "") -> TextLocation {
    let from = text.range(of: start)?.upperBound ?? text.startIndex
    let found = text.range(of: word, range: from..<text.endIndex)!.lowerBound
    return TextLocation(file: 0, offset: text.utf8.distance(from: text.startIndex, to: found))
  }

  @Test func namesAreFound() {
    let snapshot = Snapshot([SourceFile(name: "a.igata", text: text)])
    #expect(snapshot.errors.isEmpty)
    let person = snapshot.definitions(at: location(of: "Person", after: "owner: "))
    #expect(person.map(\.start) == [location(of: "Person").offset])
    #expect(snapshot.references(at: location(of: "kind", after: "Person\n"), includingDeclaration: true).count == 2)
    #expect(snapshot.typeDefinitions(at: location(of: "kind", after: "index(")).map(\.start) == [5])
  }
}
