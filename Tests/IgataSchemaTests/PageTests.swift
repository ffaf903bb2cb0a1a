import Testing

/// The examples on the pages of `igata explain` report what the pages describe.
struct PageTests {
  @Test func examples() throws {
    for page in try Page.all() {
      let examples = page.code(under: "Example")
      let fixes = page.code(under: "Fix")
      #expect(examples.count == 1 && fixes.count == 1, "\(page.file) has one example and one fix")
      for example in examples {
        #expect(Set(Resolved(example).ids) == [page.id], "the example of \(page.id)\n\(Resolved(example).report)")
      }
      for fix in fixes {
        #expect(Resolved(fix).ids == [], "the fix of \(page.id)\n\(Resolved(fix).report)")
      }
    }
  }

  @Test func pagesBeginWithASentence() throws {
    for page in try Page.all() {
      let first = page.text.prefix { !$0.isEmpty }.joined(separator: " ")
      #expect(first.hasSuffix(".") && !first.dropLast().contains(". "), "\(page.id): \(first)")
    }
  }
}
