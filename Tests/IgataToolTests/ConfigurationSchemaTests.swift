import Foundation
import IgataDiagnostics
import TestSupport
import Testing

@testable import IgataTool

/// What editors check `igata.json` against has every setting and every rule that igata reads.
@Test func theSchemaOfSettingsIsComplete() throws {
  let text = String(decoding: ConfigurationSchema.tree.lines(), as: UTF8.self) + "\n"
  let file = Golden.repository.appending(path: "Examples/Editors/igata.schema.json")
  let difference = try Golden.difference(text, in: file)
  #expect(difference == nil, "\(difference ?? "")")
}

/// A file may name its JSON Schema.
@Test func settingsCanNameTheirSchema() {
  func diagnostics(_ text: String) -> [Diagnostic] {
    readConfiguration(SourceFile(name: "igata.json", text: text)).diagnostics
  }
  #expect(diagnostics(#"{"$schema": "igata.schema.json", "access": "public"}"#).isEmpty)
  #expect(diagnostics(#"{"$schema": 1}"#).map(\.message) == ["'$schema' is not a string"])
}
