import IgataDiagnostics
import IgataEditing

/// The work that is done while no messages wait.
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

  mutating func publishConfiguration(_ path: String) {
    let configuration = workspace.configuration(path)
    guard let source = configuration.source else { return publish([], of: path) }
    publish(trees(configuration.diagnostics, in: [source])[0], of: path)
  }

  /// Sets the diagnostics of a file, and sends them if they or the file's addresses have changed, unless the client
  /// asks for them itself.
  mutating func publish(_ list: [JSONTree], of path: String) {
    let isChanged = reports.set(list, of: path)
    guard !client.pullsDiagnostics else { return }
    let version = workspace.documents[path]?.version
    let addresses = workspace.uris(path).map(\.text)
    for address in reports.addresses[path, default: []] where !addresses.contains(address) {
      publish([], nil, at: address)
      reports.addresses[path]?.remove(address)
    }
    for address in addresses {
      let isKnown = reports.addresses[path]?.contains(address) == true
      guard isKnown ? isChanged : !list.isEmpty || (isChanged && version != nil) else { continue }
      publish(list, version, at: address)
      reports.addresses[path, default: []].insert(address)
    }
  }

  private mutating func publish(_ list: [JSONTree], _ version: Int?, at address: String) {
    notify("textDocument/publishDiagnostics") { builder in
      builder.key("uri", address)
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
