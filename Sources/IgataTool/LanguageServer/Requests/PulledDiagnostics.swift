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
      if let uri = item["uri"]?.text, let value = item["value"]?.text { previous[DocumentURI(uri).path] = value }
    }
    for key in workspace.keys() { try updateReports(key) }
    for path in workspace.configurationPaths() { publishConfiguration(path) }
    let paths = reports.files.keys.sorted(by: PathText.isOrdered)
    let items = paths.map { report($0, previous: previous[$0], for: workspace.uri($0)) }
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
    let id = report.map { String($0.number) } ?? "0"
    reports.pulled[path] = report?.number ?? 0
    return JSONBuilder.tree { builder in
      builder.key("kind", previous == id ? "unchanged" : "full")
      builder.key("resultId", id)
      if previous != id { builder.key("items", .list(report?.list ?? [])) }
      guard let uri else { return }
      builder.key("uri", uri.text)
      builder.key("version", workspace.documents[path].map { .number($0.version) } ?? .null)
    }
  }
}
