import IgataDiagnostics
import IgataSchema
import Testing

/// The examples on the pages of `igata explain` report what the pages describe.
struct PageTests {
  @Test func examples() {
    for kind in DiagnosticKind.schemaKinds {
      let (example, fix) = (Resolved(kind.page.example + "\n"), Resolved(kind.page.fix + "\n"))
      #expect(Set(example.ids) == [kind.id], "the example of \(kind)\n\(example.report)")
      #expect(fix.ids == [], "the fix of \(kind)\n\(fix.report)")
    }
  }

  @Test func pagesBeginWithASentence() {
    for kind in DiagnosticKind.schemaKinds {
      let first = kind.page.text.split(separator: "\n\n")[0]
      #expect(first.hasSuffix(".") && !first.dropLast().contains(". "), "\(kind): \(first)")
    }
  }
}
