import IgataDiagnostics
import IgataTemplateLanguage

extension LanguageServer {
  mutating func initialize(_ parameters: Parameters) throws(ResponseError) -> JSONTree {
    guard phase == .new else { throw ResponseError(.invalidRequest, "the server is initialized already") }
    client = ClientCapabilities(parameters["capabilities"])
    clientProcess = parameters["processId"]?.integer.flatMap { Int32(exactly: $0) }
    workspace = Workspace(client.positionEncoding)
    workspace.folders = Self.folders(parameters)
    settings = ServerSettings(Self.section(of: parameters["initializationOptions"]))
    phase = .running
    return JSONBuilder.tree { builder in
      builder.key("capabilities", capabilities)
      builder.key("serverInfo") { info in
        info.key("name", "igata")
        info.key("version", Version.command)
      }
    }
  }

  /// The paths of the workspace's folders. Older clients have one folder only.
  private static func folders(_ parameters: Parameters) -> [String] {
    var addresses = parameters["workspaceFolders"]?.elements?.compactMap { $0["uri"]?.text } ?? []
    if addresses.isEmpty, let address = parameters["rootUri"]?.text { addresses = [address] }
    if addresses.isEmpty, let path = parameters["rootPath"]?.text { return [PathText.normalized(path)] }
    return addresses.map { DocumentURI($0) }.filter(\.isFile).map(\.path)
  }

  /// Some clients send the section, and others an object with the section.
  private static func section(of value: JSONValue?) -> JSONValue? { value?[ServerSettings.section] ?? value }

  mutating func initialized() {
    if client.watchesFiles { send(.registerCapability, Self.watchedFiles) } else { lookAtDisk() }
    if client.answersConfiguration { requestSettings() }
    schedule.note(isSettled: true)
  }

  /// The registration for changes on disk. A baseline may have any name, but it is a JSON file.
  private static var watchedFiles: JSONTree {
    JSONBuilder.tree { builder in
      builder.key("registrations", list: ["workspace/didChangeWatchedFiles"]) { registration, method in
        registration.key("id", "igata/files")
        registration.key("method", method)
        registration.key("registerOptions") { options in
          let patterns = ["igata", "json"].map { "**/*.\($0)" } + ["**/Package.swift"]
          options.key("watchers", list: patterns) { $0.key("globPattern", $1) }
        }
      }
    }
  }

  // MARK: Settings

  private mutating func requestSettings() {
    send(
      .configuration,
      JSONBuilder.tree { builder in
        builder.key("items", list: [ServerSettings.section]) { $0.key("section", $1) }
      })
  }

  mutating func settingsChanged(_ parameters: Parameters) {
    if client.answersConfiguration { return requestSettings() }
    settings = ServerSettings(Self.section(of: parameters["settings"]))
  }

  mutating func foldersChanged(_ parameters: Parameters) throws(ResponseError) {
    func paths(_ key: String) throws(ResponseError) -> [String] {
      try parameters.list("event", key).compactMap { $0["uri"]?.text }.map { DocumentURI($0) }.filter(\.isFile)
        .map(\.path)
    }
    let removed = Set(try paths("removed"))
    let added = try paths("added")
    workspace.folders = workspace.folders.filter { !removed.contains($0) && !added.contains($0) } + added
    if !client.watchesFiles { lookAtDisk() }
    schedule.note(isSettled: true)
  }

  // MARK: Answers of the client

  mutating func receive(_ result: JSONValue?, for request: SentRequest) {
    switch request {
    case .configuration:
      guard let value = result?.elements?.first else { return }
      settings = ServerSettings(value)
    case .registerCapability, .refreshDiagnostics, .applyEdit: break
    }
  }
}
