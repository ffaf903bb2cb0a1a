import IgataDiagnostics
import IgataEditing

/// The diagnostics of each document, as the client has them.
struct DiagnosticReports {
  /// A list of diagnostics, and a number that is different for each list.
  struct Report {
    var list: [JSONTree]
    var number: Int
  }

  /// The last report of each file, by path.
  private(set) var files: [String: Report] = [:]
  /// The number of the report that the client has pulled for each file.
  var pulled: [String: Int] = [:]
  /// The errors of the language that were shown last in each project.
  var shownErrors: [ProjectKey: [String]] = [:]
  /// Whether the client has to be asked to pull again.
  var isRefreshDue = false
  private var count = 0

  /// Sets the diagnostics of a file.
  ///
  /// - Returns: Whether they have changed.
  mutating func set(_ list: [JSONTree], of path: String) -> Bool {
    if let known = files[path], known.list == list { return false }
    count += 1
    files[path] = Report(list: list, number: count)
    return true
  }

  /// Forgets a file, which must have no diagnostics.
  mutating func forget(_ path: String) { files[path] = nil }
}

// MARK: Work

extension LanguageServer {
  /// Publishes what is due. Gives up when messages arrive, which may change the texts.
  mutating func work() {
    guard let stage = schedule.stage else { return }
    guard let paths = update(stage) else { return }
    schedule.finish(stage)
    guard stage == .findings else { return }
    for path in reports.files.keys where !paths.contains(path) {
      publish([], of: path)
      reports.forget(path)
    }
    if client.pullsDiagnostics { refresh() }
  }

  /// Updates the reports of all projects.
  ///
  /// - Returns: The paths of all files; `nil` if messages have arrived.
  private mutating func update(_ stage: Schedule.Stage) -> Set<String>? {
    var paths: Set<String> = []
    for key in workspace.keys() {
      listen()
      guard inbox.isEmpty else { return nil }
      guard let found = update(key, stage) else { return nil }
      paths.formUnion(found)
    }
    for path in workspace.configurationPaths() {
      paths.insert(path)
      publishConfiguration(path)
    }
    return paths
  }

  /// Updates the reports of a project.
  ///
  /// - Returns: The paths of its files; `nil` if messages have arrived.
  private mutating func update(_ key: ProjectKey, _ stage: Schedule.Stage) -> [String]? {
    let (project, snapshot) = workspace.resolved(key)
    listen()
    guard inbox.isEmpty else { return nil }
    // Errors are shown before the rules have run only where they have changed.
    let shown: [Diagnostic]
    var paths = project.paths
    switch stage {
    case .errors:
      guard project.findings == nil, errors(in: snapshot) != reports.shownErrors[key, default: []] else { return paths }
      shown = snapshot.errors
    case .findings:
      let findings = workspace.findings(key)
      shown = (snapshot.errors + findings.shown).sortedInSourceOrder()
      if let (source, diagnostics) = findings.baseline {
        paths.append(source.name)
        publish(trees(diagnostics, in: [source])[0], of: source.name)
      }
    }
    reports.shownErrors[key] = errors(in: snapshot)
    let lists = trees(shown, in: snapshot.files)
    for (file, list) in zip(snapshot.files, lists) where workspace.key(of: workspace.uri(file.name)) == key {
      publish(list, of: file.name)
    }
    return paths
  }

  /// The errors of a project, independently of the lines that they are in.
  private func errors(in snapshot: ProjectSnapshot) -> [String] {
    snapshot.errors.map { "\($0.range.file) \($0.kind.id) \($0.message)" }
  }

  private mutating func publishConfiguration(_ path: String) {
    let configuration = workspace.configuration(path)
    guard let source = configuration.source else { return publish([], of: path) }
    publish(trees(configuration.diagnostics, in: [source])[0], of: path)
  }

  /// Sets the diagnostics of a file, and sends them if they have changed, unless the client asks for them itself.
  private mutating func publish(_ list: [JSONTree], of path: String) {
    let uri = workspace.uri(path)
    let version = workspace.documents[uri]?.version
    let isNew = reports.files[path] == nil
    guard reports.set(list, of: path), !client.pullsDiagnostics else { return }
    if isNew, list.isEmpty, version == nil { return }
    notify("textDocument/publishDiagnostics") { builder in
      builder.key("uri", uri.text)
      if let version { builder.key("version", version) }
      builder.key("diagnostics", .list(list))
    }
  }

  /// Asks the client to pull again if an edit of one document has changed the diagnostics of others.
  private mutating func refresh() {
    let isStale = reports.pulled.contains { path, number in
      reports.files[path].map { $0.number != number } ?? false
    }
    guard isStale || reports.isRefreshDue, client.refreshesDiagnostics else { return }
    reports.isRefreshDue = false
    // Until the client pulls them, the same reports don't cause another request.
    for path in reports.pulled.keys { reports.pulled[path] = reports.files[path]?.number }
    send(.refreshDiagnostics, .null)
  }
}

// MARK: Pulled diagnostics

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
      builder.key("version", workspace.documents[uri].map { .number($0.version) } ?? .null)
    }
  }
}

// MARK: JSON

extension LanguageServer {
  /// The diagnostics of each file.
  mutating func trees(_ diagnostics: [Diagnostic], in files: [SourceFile]) -> [[JSONTree]] {
    var lists = [[JSONTree]](repeating: [], count: files.count)
    for diagnostic in diagnostics where files.indices.contains(diagnostic.range.file) {
      lists[diagnostic.range.file].append(tree(diagnostic, in: files))
    }
    return lists
  }

  mutating func tree(_ diagnostic: Diagnostic, in files: [SourceFile]) -> JSONTree {
    let file = files[diagnostic.range.file]
    let table = workspace.table(file.name, file.bytes)
    var related: [JSONTree] = []
    if client.showsRelatedLocations {
      for item in diagnostic.related where files.indices.contains(item.range.file) {
        let location = tree(item.range, in: files[item.range.file])
        related.append(
          JSONBuilder.tree { builder in
            builder.key("location", location)
            builder.key("message", item.message)
          })
      }
    }
    return JSONBuilder.tree { builder in
      builder.key("range", table.range(of: diagnostic.range.start..<diagnostic.range.end).tree)
      builder.key("severity", diagnostic.severity.number)
      builder.key("code", diagnostic.kind.id)
      builder.key("source", "igata")
      builder.key("message", diagnostic.message + (diagnostic.help.map { "\n\($0)" } ?? ""))
      if let tag = diagnostic.kind.tag, client.showsDiagnosticTags { builder.key("tags", .list([.number(tag)])) }
      if !related.isEmpty { builder.key("relatedInformation", .list(related)) }
    }
  }
}

extension Diagnostic.Severity {
  fileprivate var number: Int {
    switch self {
    case .error: 1
    case .warning: 2
    case .note: 3
    }
  }
}

extension DiagnosticKind {
  /// How an editor shows the text: 1 for what is unnecessary, 2 for what is deprecated.
  fileprivate var tag: Int? {
    if id.hasPrefix("redundant-") || id.hasPrefix("unused-") { return 1 }
    return id == "deprecated-use" ? 2 : nil
  }
}
