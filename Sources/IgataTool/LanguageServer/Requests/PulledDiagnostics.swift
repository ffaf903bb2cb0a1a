import IgataDiagnostics
import IgataTemplateLanguage

/// The requests of clients that ask for diagnostics.
extension LanguageServer {
  mutating func documentDiagnostic(_ parameters: Parameters) throws(ResponseError) -> JSONTree {
    let uri = try parameters.document()
    let previous = parameters["previousResultId"]?.text
    if workspace.isSchema(uri) {
      try updateReports(workspace.key(of: uri))
    } else if PathText.name(uri.path) == Configuration.fileName {
      publishConfiguration(uri.path)
    }
    return report(uri.path, previous: previous, for: nil)
  }

  mutating func workspaceDiagnostic(_ parameters: Parameters) throws(ResponseError) -> JSONTree {
    var previous: [String: String] = [:]
    for item in parameters["previousResultIds"]?.elements ?? [] {
      if let uri = item["uri"]?.text, let value = item["value"]?.text { previous[uri] = value }
    }
    for key in workspace.keys() { try updateReports(key) }
    for path in workspace.configurationPaths() { publishConfiguration(path) }
    let paths = reports.files.keys.sorted(by: PathText.isOrdered)
    var items: [JSONTree] = []
    for path in paths {
      for uri in workspace.uris(path) {
        items.append(report(path, previous: previous.removeValue(forKey: uri.text), for: uri))
      }
    }
    // Files that are gone, and addresses by which a file isn't open anymore.
    for (uri, value) in previous.sorted(by: { $0.key < $1.key }) where value != Self.noReport {
      items.append(tree([], Self.noReport, DocumentURI(uri), version: nil))
    }
    return JSONBuilder.tree { $0.key("items", .list(items)) }
  }

  private mutating func updateReports(_ key: ProjectKey) throws(ResponseError) {
    _ = workspace.resolved(key)
    try continueUnlessCancelled()
    let (project, snapshot) = workspace.resolved(key)
    let findings = workspace.findings(key)
    try continueUnlessCancelled()
    let lists = trees((snapshot.errors + findings.shown).sortedInSourceOrder(), in: snapshot.files)
    for (path, list) in zip(project.paths, lists) where workspace.key(of: workspace.uri(path)) == key {
      publish(list, of: path)
    }
    if let (source, diagnostics) = findings.baseline {
      publish(trees(diagnostics, in: [source])[0], of: source.name)
    }
  }

  /// The report of a file, or that it hasn't changed.
  ///
  /// - Parameter uri: The address of the file, for a report of the whole workspace.
  private mutating func report(_ path: String, previous: String?, for uri: DocumentURI?) -> JSONTree {
    let report = reports.files[path]
    let id = report.map { String($0.number) } ?? Self.noReport
    reports.pulled[path] = report?.number ?? 0
    let version = workspace.documents[path]?.version
    return tree(previous == id ? nil : report?.list ?? [], id, uri, version: version)
  }

  /// The identifier of the report of a file that has none.
  private static let noReport = "0"

  /// - Parameter list: `nil` if the client has it.
  private func tree(_ list: [JSONTree]?, _ id: String, _ uri: DocumentURI?, version: Int?) -> JSONTree {
    JSONBuilder.tree { builder in
      builder.key("kind", list == nil ? "unchanged" : "full")
      builder.key("resultId", id)
      if let list { builder.key("items", .list(list)) }
      guard let uri else { return }
      builder.key("uri", uri.text)
      builder.key("version", version.map { .number($0) } ?? .null)
    }
  }
}
