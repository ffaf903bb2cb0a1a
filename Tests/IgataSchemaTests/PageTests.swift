import IgataDiagnostics
import IgataSchema
import TestSupport
import Testing

/// The examples on the pages of `igata explain` report what the pages describe.
struct PageTests {
  @Test func examples() {
    for kind in DiagnosticKind.schemaKinds {
      let page = MarkdownPage(kind.page)
      let (examples, fixes) = (page.schemas(under: "Example"), page.schemas(under: "Fix"))
      #expect(examples.count == 1 && fixes.count == 1, "\(kind) has one example and one fix")
      for example in examples {
        #expect(Set(Resolved(example).ids) == [kind.id], "the example of \(kind)\n\(Resolved(example).report)")
      }
      for fix in fixes {
        #expect(Resolved(fix).ids == [], "the fix of \(kind)\n\(Resolved(fix).report)")
      }
    }
  }

  @Test func pagesBeginWithASentence() {
    for kind in DiagnosticKind.schemaKinds {
      let first = MarkdownPage(kind.page).introduction
      #expect(first.hasSuffix(".") && !first.dropLast().contains(". "), "\(kind): \(first)")
    }
  }
}
