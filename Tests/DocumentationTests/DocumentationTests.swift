import Foundation
import Testing

/// Every block of Swift that the documentation shows compiles.
@Test func swiftBlocksCompile() throws {
  let examples = CodeBlock.of("swift").map(SwiftExample.init)
  #expect(examples.count > 50)
  let groups = Dictionary(grouping: examples, by: \.surroundings)
  let problems = try groups.flatMap { try SwiftCompiler.problems(of: $0.value, in: $0.key) }
  #expect(problems.isEmpty, "\(problems.joined(separator: "\n"))")
}

/// Every schema that the documentation shows is accepted. The pages of diagnostics and rules, whose examples are wrong
/// on purpose, have tests of their own.
@Test func schemasAreAccepted() throws {
  let pages = CodeBlock.of("igata").filter { $0.file.hasSuffix(".md") && !$0.file.hasSuffix("LintRules.md") }
  #expect(pages.count >= 5)
  for block in pages {
    let outcome = try Tool.withFolder { folder in
      try Data(block.code.utf8).write(to: folder.appending(path: "Example.igata"))
      return try Tool.shell("igata schema Example.igata", in: folder)
    }
    #expect(outcome.status == 0, "\(block)\n\(outcome.output)")
  }
}

/// Every setting that a page shows is accepted.
@Test func settingsAreAccepted() throws {
  let pages = CodeBlock.of("json").filter { $0.file.hasSuffix(".md") }
  #expect(pages.count >= 2)
  for block in pages {
    let outcome = try Tool.withFolder { folder in
      try ShellExample.prepare(folder)
      try Data(block.code.utf8).write(to: folder.appending(path: "Schema/igata.json"))
      return try Tool.shell("igata schema Schema", in: folder)
    }
    #expect(outcome.status == 0, "\(block)\n\(outcome.output)")
  }
}

/// Every command that a page shows does what it is there for.
@Test func commandsRun() throws {
  let pages = CodeBlock.of("sh").filter { $0.file.hasSuffix(".md") }
  #expect(pages.count >= 8)
  for block in pages {
    let problems = try Tool.withFolder { try ShellExample(block: block).problems(in: $0) }
    #expect(problems.isEmpty, "\(block)\n\(problems.joined(separator: "\n"))")
  }
}

/// A reader on the page of the repository, where links between articles lead nowhere, reaches every article from the
/// list that the README leads to, and every link of an article leads to an article that exists.
@Test func everyArticleIsReached() throws {
  #expect(try Repository.text(of: "README.md").contains("](Sources/README.md)"))
  let list = try Repository.text(of: "Sources/README.md")
  let articles = try Repository.files(below: ["Sources"]).filter { $0.contains(".docc/") }
  #expect(articles.count > 15)
  for article in articles {
    let path = article.dropFirst("Sources/".count)
    #expect(list.contains("](\(path))"), "Sources/README.md has no link to \(path)")
    let names = Set(articles.map { $0.split(separator: "/").last.map(String.init) ?? "" })
    for match in try Repository.text(of: article).matches(of: #/<doc:([^>#]+)[^>]*>/#) {
      #expect(names.contains("\(match.1).md"), "\(article): no article \(match.1)")
    }
  }
}
