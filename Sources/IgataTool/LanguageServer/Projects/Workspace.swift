import IgataDiagnostics
import IgataEditing
import IgataGeneration
import IgataSchema

/// The open documents, and the projects that they and the files on disk belong to.
///
/// The text of an open document is used instead of that on disk.
struct Workspace {
  /// By path.
  private(set) var documents: [String: OpenDocument] = [:]
  private(set) var projects: [ProjectKey: Project] = [:]
  private var finder = ProjectFinder()
  private var disk = DiskFiles()
  private var configurations: [String: (bytes: [UInt8], configuration: Configuration)] = [:]
  private var tables: [String: PositionTable] = [:]
  private var templates: [String: (revision: Int, templates: DeclarationTemplates?)] = [:]
  private var lastVersions: [String: (revision: Int, version: LastVersion?)] = [:]
  /// The projects in the folders of the workspace; `nil` until they are needed.
  private var foundKeys: [ProjectKey]?
  /// Incremented by each change of a text.
  private var revision = 1
  /// Incremented when files may have been added or removed, or may belong to another project.
  private var listRevision = 1
  let encoding: PositionEncoding

  init(_ encoding: PositionEncoding = .utf16) { self.encoding = encoding }

  var folders: [String] {
    get { finder.workspaceFolders }
    set {
      finder.workspaceFolders = newValue
      recheckLists()
    }
  }

  // MARK: Changes

  mutating func open(_ document: OpenDocument) {
    let path = document.uri.path
    let known = documents[path]
    documents[path] = document
    if let known { documents[path]?.keepAddresses(of: known) }
    recheckLists()
  }

  /// Changes an open document. Does nothing if it isn't open.
  mutating func edit(_ uri: DocumentURI, _ body: (inout OpenDocument) -> Void) {
    guard var document = documents.removeValue(forKey: uri.path) else { return }
    body(&document)
    documents[uri.path] = document
    if isConfiguration(uri.path) { recheckLists() } else { revision += 1 }
  }

  mutating func close(_ uri: DocumentURI) {
    if documents[uri.path]?.close(uri) != true { documents[uri.path] = nil }
    recheckDisk()
  }

  /// Notes that any file on disk may have changed, and that files may have been added or removed.
  mutating func recheckDisk() {
    disk.recheck()
    recheckLists()
  }

  private mutating func recheckLists() {
    finder.recheck()
    foundKeys = nil
    listRevision += 1
    revision += 1
  }

  private func isConfiguration(_ path: String) -> Bool { PathText.name(path) == Configuration.fileName }

  // MARK: Texts

  /// The text of a document or a file; `nil` if it doesn't exist.
  mutating func bytes(_ path: String) -> [UInt8]? {
    documents[path]?.bytes ?? disk.bytes(path)
  }

  /// Converts positions in a document or a file.
  mutating func table(_ path: String, _ bytes: [UInt8]) -> PositionTable {
    if let document = documents[path], document.bytes == bytes { return document.table }
    if let table = tables[path], table.bytes == bytes { return table }
    let table = PositionTable(bytes, encoding)
    tables[path] = table
    return table
  }

  /// The address of a file as the client writes it if it is open.
  func uri(_ path: String) -> DocumentURI {
    if let document = documents[path] { return document.uri }
    return path.utf8.first == UInt8(ascii: "/") ? DocumentURI(path: path) : DocumentURI(path)
  }

  /// The addresses by which the client knows a file: several if it has opened it under several spellings.
  func uris(_ path: String) -> [DocumentURI] { documents[path]?.uris ?? [uri(path)] }

  mutating func configuration(_ path: String) -> Configuration {
    guard let bytes = bytes(path) else { return Configuration() }
    if let known = configurations[path], known.bytes == bytes { return known.configuration }
    let configuration = readConfiguration(SourceFile(name: path, bytes: bytes))
    configurations[path] = (bytes, configuration)
    return configuration
  }

  // MARK: Projects

  mutating func key(of uri: DocumentURI) -> ProjectKey {
    guard uri.isFile else { return ProjectKey(kind: .document(uri.path)) }
    // Taken out for the time of the call, so that it isn't copied when it changes.
    var finder = ProjectFinder()
    swap(&finder, &self.finder)
    defer { swap(&finder, &self.finder) }
    return finder.key(of: uri.path) { configuration($0) }
  }

  /// The projects in the folders of the workspace and those of the open documents, in no particular order.
  mutating func keys() -> [ProjectKey] {
    if let foundKeys { return foundKeys }
    let found = FileSearch.find(folders, ending: Inputs.ending, mayBeEmpty: true).paths
    var keys: Set<ProjectKey> = []
    for path in found {
      let key = key(of: DocumentURI(path: path))
      // The files of sealed versions never change.
      if key.kind != .document(path) { keys.insert(key) }
    }
    for document in documents.values where isSchema(document.uri) { keys.insert(key(of: document.uri)) }
    projects = projects.filter { keys.contains($0.key) }
    foundKeys = Array(keys)
    return Array(keys)
  }

  func isSchema(_ uri: DocumentURI) -> Bool { !uri.isFile || PathText.hasEnding(uri.path, Inputs.ending) }

  /// The paths of the files that tell about the settings of the projects.
  mutating func configurationPaths() -> Set<String> {
    Set(keys().compactMap(\.configuration))
      .union(documents.keys.filter { isConfiguration($0) })
  }

  /// The project with its current files. Its snapshot is `nil` if they have changed since it was made.
  mutating func project(_ key: ProjectKey) -> Project {
    var project = listed(key)
    guard project.revision != revision else { return project }
    var files: [SourceFile] = []
    files.reserveCapacity(project.paths.count)
    // A file that has vanished since the folder was read is no longer a part of the project.
    for path in project.paths {
      if let bytes = bytes(path) { files.append(SourceFile(name: path, bytes: bytes)) }
    }
    project.paths = files.map(\.name)
    project.revision = revision
    project.pendingFiles = nil
    if let snapshot = project.snapshot, snapshot.isMade(from: files, project.options, project.isComplete) {
      projects[key] = project
      return project
    }
    project.pendingFiles = files
    (project.findings, project.renderer) = (nil, nil)
    projects[key] = project
    return project
  }

  /// The project with a snapshot of its current files.
  mutating func resolved(_ key: ProjectKey) -> (project: Project, snapshot: ProjectSnapshot) {
    var project = project(key)
    if project.pendingFiles == nil, let snapshot = project.snapshot { return (project, snapshot) }
    let snapshot = ProjectSnapshot(
      project.pendingFiles ?? [], options: project.options, isComplete: project.isComplete, previous: project.snapshot)
    project.snapshot = snapshot
    project.pendingFiles = nil
    projects[key] = project
    return (project, snapshot)
  }

  /// The findings of the rules in a project.
  mutating func findings(_ key: ProjectKey) -> ProjectFindings {
    let (project, snapshot) = resolved(key)
    if let findings = project.findings { return findings }
    let path = project.configuration.lint.baseline.map { FileSystem.absolute($0.path) }
    let baseline = path.flatMap { path in bytes(path).map { SourceFile(name: path, bytes: $0) } }
    let changes = lastVersion(key)?.diagnostics(of: snapshot) ?? []
    let findings = ProjectFindings(snapshot, project.lintSettings, baseline: baseline, changes: changes)
    projects[key]?.findings = findings
    projects[key]?.lastFindings = findings.all
    return findings
  }

  /// The edits that apply all safe fixes to a project. They are computed once for each state of its files, as editors
  /// ask for actions whenever the cursor moves.
  mutating func fixAllEdits(_ key: ProjectKey) -> [Diagnostic.Fix.Edit] {
    if let edits = findings(key).fixAllEdits { return edits }
    let (project, snapshot) = resolved(key)
    let edits = snapshot.fixAllEdits(project.lintSettings)
    projects[key]?.findings?.fixAllEdits = edits
    return edits
  }

  /// The last sealed version of a project's schema; `nil` if there is none.
  mutating func lastVersion(_ key: ProjectKey) -> LastVersion? {
    switch (key.configuration, key.kind) {
    case (nil, .schemas), (nil, .document): return nil
    case (_?, _), (nil, .folder): break
    }
    let folder = FileSystem.absolute(project(key).configuration.migrations.folder)
    let known = lastVersions[folder]
    if let known, known.revision == listRevision { return known.version }
    let version = LastVersion(in: folder, previous: known?.version)
    lastVersions[folder] = (listRevision, version)
    return version
  }

  /// Renders the code of single declarations of a project; `nil` if its schema has errors.
  mutating func renderer(_ key: ProjectKey) -> DeclarationRenderer? {
    let (project, snapshot) = resolved(key)
    guard snapshot.isGeneratable else { return nil }
    if let renderer = project.renderer { return renderer }
    let configuration = project.configuration
    guard let templates = templates(of: configuration) else { return nil }
    let access = configuration.value(of: .access).flatMap { AccessLevel(rawValue: $0) } ?? GenerationOptions().access
    let renderer = DeclarationRenderer(snapshot.schema, access: access, templates: templates)
    projects[key]?.renderer = renderer
    return renderer
  }

  /// The built-in templates with those of a folder; `nil` if one of them has an error.
  private mutating func templates(of configuration: Configuration) -> DeclarationTemplates? {
    let folder = configuration.value(of: .templates)
    if let known = templates[folder ?? ""], folder == nil || known.revision == listRevision { return known.templates }
    let custom = folder.flatMap { try? TemplateSource.read(in: $0, below: configuration.project) } ?? []
    let compiled = DeclarationTemplates(custom: custom)
    templates[folder ?? ""] = (listRevision, compiled)
    return compiled
  }

  private mutating func listed(_ key: ProjectKey) -> Project {
    if let project = projects[key], project.listRevision == listRevision { return project }
    let configuration = key.configuration.map { self.configuration($0) } ?? key.defaultConfiguration
    var (paths, isComplete) = self.paths(of: key, configuration)
    let known = Set(paths)
    let others = documents.values.map(\.uri).filter { isSchema($0) && !known.contains($0.path) }
    add(others.filter { self.key(of: $0) == key }.map(\.path), to: &paths)
    paths.sort(by: PathText.isOrdered)
    var project =
      projects[key] ?? Project(key, configuration, paths: paths, isComplete: isComplete, listRevision: listRevision)
    (project.configuration, project.paths, project.isComplete) = (configuration, paths, isComplete)
    (project.listRevision, project.revision) = (listRevision, 0)
    // The settings may be different.
    (project.findings, project.renderer) = (nil, nil)
    projects[key] = project
    return project
  }

  private mutating func paths(
    of key: ProjectKey, _ configuration: Configuration
  ) -> (paths: [String], isComplete: Bool) {
    switch key.kind {
    case .document(let path): return ([path], false)
    case .schemas:
      let operands = configuration[.schema] ?? []
      let (found, faults) = FileSearch.find(
        operands, ending: Inputs.ending, below: configuration.project, mayBeEmpty: true)
      return (Inputs.withoutVersions(found, operands, configuration).map { FileSystem.absolute($0) }, faults.isEmpty)
    case .folder(let folder):
      let (found, faults) = FileSearch.find([folder], ending: Inputs.ending, mayBeEmpty: true)
      return (found.filter { self.key(of: DocumentURI(path: $0)) == key }, faults.isEmpty)
    }
  }

  /// Adds documents to the paths that were found on disk. One that was found under another name, by way of a link,
  /// replaces that name.
  private func add(_ documents: [String], to paths: inout [String]) {
    guard !documents.isEmpty else { return }
    var identities: [FileIdentity: Int] = [:]
    for (index, path) in paths.enumerated() {
      if let status = try? FileSystem.status(of: path) { identities[status.identity] = index }
    }
    for path in documents {
      if let status = try? FileSystem.status(of: path), let index = identities[status.identity] {
        paths[index] = path
      } else {
        paths.append(path)
      }
    }
  }
}

extension ProjectSnapshot {
  fileprivate func isMade(from files: [SourceFile], _ options: ResolveOptions, _ isComplete: Bool) -> Bool {
    self.isComplete == isComplete && sources.options == options && self.files == files
  }
}
