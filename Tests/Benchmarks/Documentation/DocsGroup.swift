import Foundation

extension BenchmarkGroup {
  /// What it takes to write the page of a large schema, and to open it in a browser.
  static let docs = BenchmarkGroup(name: "docs") { session in
    let igata = try buildStaticTool(session)
    let workspace = try EditedWorkspace(in: try session.folder("docs"))
    let page = session.scratch.appendingPathComponent("docs.html")
    session.say("documenting 1,000 models in 100 files")
    let subjects = [
      Subject("page", Command(igata, ["docs", ".", "-o", page.path], in: workspace.folder.path), in: session),
      Subject("schema", Command(igata, ["schema", "."], in: workspace.folder.path), in: session),
    ]
    let costs = try await measureInTurn(subjects, in: session)
    let (cost, base) = (costs["page"] ?? .nan, costs["schema"] ?? .nan)
    let size = try page.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
    var rows = [
      Measurement(
        group: "docs", name: "page beside 'igata schema'", ratio: cost / base, bar: 2,
        figures: "\(figure(cost, session.unit)), \(figure(base, session.unit))"),
      Measurement(
        group: "docs", name: "size of the page, of 6 MB", ratio: Double(size) / 6e6, bar: 1,
        figures: "\(number(Double(size) / 1e6)) MB"),
    ]
    rows.append(try await growthOfDenseSchemas(igata, session))
    guard session.unit == .seconds else { return rows }
    rows.append(
      Measurement(
        group: "docs", name: "page, of 250 ms", ratio: cost * 1000 / 250, bar: 1, figures: figure(cost, .seconds)))
    return try rows + openedPage(page, session)
  }
}

/// The page of a schema whose models have ten relations each, which no order of the models follows.
private func growthOfDenseSchemas(_ igata: String, _ session: Session) async throws -> Measurement {
  let (small, large) = (300, 3_000)
  session.say("documenting \(small) and \(large) models with ten relations each")
  let folder = try session.folder("docs-dense")
  let page = folder.appendingPathComponent("docs.html").path
  let subjects = try [small, large].map { count in
    let file = folder.appendingPathComponent("\(count).igata")
    try Data(denseSchema(models: count).utf8).write(to: file)
    return Subject("\(count)", Command(igata, ["docs", file.path, "-o", page]), in: session)
  }
  let costs = try await measureInTurn(subjects, in: session, rounds: 3)
  let (cost, base) = (costs["\(large)"] ?? .nan, costs["\(small)"] ?? .nan)
  return Measurement(
    group: "docs", name: "ten relations: a model of \(large) beside one of \(small)",
    ratio: cost / base * Double(small) / Double(large), bar: 2,
    figures: "\(figure(cost, session.unit)), \(figure(base, session.unit))")
}

private func denseSchema(models: Int) -> String {
  (0..<models).map { model in
    let relations = (1...10).map { "  r\($0): Entity\((model * 7_919 + $0 * 104_729) % models)?\n" }
    return "model Entity\(model) {\n  let id: UUID = uuid() @primaryKey\n\(relations.joined())}\n"
  }.joined(separator: "\n")
}

/// The times until the page has been read and laid out, and that the search takes for a word, in the browser itself.
private func openedPage(_ page: URL, _ session: Session) throws -> [Measurement] {
  guard let browser = session.peer("chromium", package: "chromium") else { return [] }
  let measured = session.scratch.appendingPathComponent("docs-measured.html")
  // The page's policy allows no script but its own.
  let script = """
    <script>addEventListener("load", () => {
      const ready = performance.now(), field = document.getElementById("igata-search");
      const type = text => { field.value = text; field.dispatchEvent(new Event("input")); };
      // The page prepares its search when nothing else is to do.
      type("e");
      const start = performance.now();
      type("entity7");
      document.title = "ready " + ready + " search " + (performance.now() - start);
    })</script>
    """
  let text = try String(contentsOf: page, encoding: .utf8)
    .replacing(/<meta http-equiv="Content-Security-Policy"[^>]*>/, with: "")
    .replacing("</body>", with: script + "</body>")
  try Data(text.utf8).write(to: measured)
  let options = ["--headless=new", "--no-sandbox", "--disable-gpu", "--dump-dom", "file://\(measured.path)"]
  var ready: [Double] = []
  var search: [Double] = []
  for _ in 0..<5 {
    let title = try Command(browser, options).printed().firstMatch(of: /<title>ready ([0-9.]+) search ([0-9.]+)/)
    guard let title, let loaded = Double(title.1), let found = Double(title.2) else {
      throw BenchmarkFault("the page did not run in \(browser)")
    }
    ready.append(loaded)
    search.append(found)
  }
  return [("opened in a browser, of 1,500 ms", ready, 1500.0), ("a key in the search, of 50 ms", search, 50)].map {
    let median = $1.sorted()[$1.count / 2]
    return Measurement(group: "docs", name: $0, ratio: median / $2, bar: 1, figures: figure(median / 1000, .seconds))
  }
}
