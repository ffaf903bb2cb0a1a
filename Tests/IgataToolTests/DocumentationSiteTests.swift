import Foundation
import IgataDiagnostics
import IgataLint
import Testing

@testable import IgataTool

/// A SARIF report has the address of the page of each rule if the documentation has a site.
@Test(arguments: [nil, "https://docs.example/igata"])
func rulesLeadToTheirPages(_ site: String?) throws {
  let report = Report(.sarif, site: site)
  report.add([], in: [], settings: LintSettings())
  let log = try #require(JSONSerialization.jsonObject(with: Data(report.document.utf8)) as? [String: Any])
  let run = try #require((log["runs"] as? [[String: Any]])?.first)
  let driver = try #require((run["tool"] as? [String: [String: Any]])?["driver"])
  let rules = try #require(driver["rules"] as? [[String: Any]])
  #expect(rules.count == LintRule.all.count)
  for rule in rules {
    let id = try #require(rule["id"] as? String)
    #expect(rule["helpUri"] as? String == site.map { "\($0)/documentation/igataruntime/\(id)" })
  }
}

/// An ID is the name of a page on the site as it is: DocC would change capital letters and most signs.
@Test func idsAreNamesOfPages() {
  for kind in DiagnosticKind.all {
    #expect(kind.id.wholeMatch(of: /[a-z0-9]+(-[a-z0-9]+)*/) != nil, "\(kind)")
  }
}
