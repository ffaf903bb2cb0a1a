import IgataDiagnostics
import IgataTemplateLanguage

/// A server of the Language Server Protocol.
///
/// Messages are handled one after the other, in the order of their arrival. Between the stages of a request the server
/// looks for messages that have arrived, and gives up a request that is canceled. Diagnostics are published when no
/// messages wait.
struct LanguageServer {
  enum Phase: Hashable {
    /// Before `initialize`.
    case new
    case running
    /// After `shutdown`.
    case shutDown
    /// After `exit`, which is an error before `shutdown`.
    case ended(isOrderly: Bool)
  }

  let channel: any MessageChannel
  private(set) var inbox = Inbox()
  var phase = Phase.new
  var client = ClientCapabilities()
  var settings = ServerSettings()
  var workspace = Workspace()
  var reports = DiagnosticReports()
  var schedule = Schedule()
  var disk = DiskWatch()
  /// The process of the client, whose end is the end of the server.
  var clientProcess: Int32?
  /// The requests that the client hasn't answered yet.
  private var sentRequests: [RequestID: SentRequest] = [:]
  private var sentCount = 0
  /// The request that is being answered.
  private var current: RequestID?

  /// The address of the site with the pages of the diagnostics; `nil` if it has none.
  let site: String?

  init(_ channel: any MessageChannel, site: String? = DocumentationSite.address) {
    self.channel = channel
    self.site = site
  }

  /// Handles messages until the client ends the server or the connection.
  mutating func run() {
    while true {
      listen()
      if case .ended = phase { return }
      if let message = takeMessage() {
        handle(message)
      } else if channel.isAtEnd || hasLostClient {
        return
      } else if let due = schedule.due, due <= .now {
        work()
      } else if let due = disk.due, due <= .now {
        lookAtDisk()
      } else {
        // Whether the client's process exists is looked up now and then.
        let check = clientProcess.map { _ in ContinuousClock.now + .seconds(3) }
        channel.wait(until: [schedule.due, disk.due, check].compactMap { $0 }.min())
      }
    }
  }

  private var hasLostClient: Bool { clientProcess.map { !Process.isRunning($0) } ?? false }

  /// Adds the messages that have arrived to the inbox.
  mutating func listen() {
    for message in channel.arrived() { inbox.add(message) }
  }

  /// Removes and returns the next message of the inbox.
  mutating func takeMessage() -> Message? { inbox.take() }

  mutating func handle(_ message: Message) {
    switch message {
    case .invalid(let id, let error): channel.send(.response(id, .failure(error)))
    case .response(let id, let result):
      if let request = sentRequests.removeValue(forKey: id) { receive(result, for: request) }
    case .notification(let method, let parameters): notice(method, parameters)
    case .request(let id, let method, let parameters):
      current = id
      let result = answer(method, parameters)
      current = nil
      inbox.finish(id)
      channel.send(.response(id, result))
    }
  }

  private mutating func answer(_ method: String, _ parameters: Parameters) -> Result<JSONTree, ResponseError> {
    do throws(ResponseError) {
      try continueUnlessCancelled()
      if method == "initialize" { return .success(try initialize(parameters)) }
      switch phase {
      case .new: throw ResponseError(.serverNotInitialized, "the first request must be 'initialize'")
      case .running: break
      case .shutDown, .ended: throw ResponseError(.invalidRequest, "the server has been shut down")
      }
      guard let answer = Self.requests[method] else {
        throw ResponseError(.methodNotFound, "there is no method '\(visible(method))'")
      }
      return .success(try answer(&self, parameters))
    } catch {
      return .failure(error)
    }
  }

  private mutating func notice(_ method: String, _ parameters: Parameters) {
    if method == "exit" {
      phase = .ended(isOrderly: phase == .shutDown)
      return
    }
    guard phase == .running, let notice = Self.notifications[method] else { return }
    do throws(ResponseError) {
      try notice(&self, parameters)
    } catch {
      log("'\(method)' is ignored: \(error.message)")
    }
  }

  /// Ends the current request if it has been canceled. Called between the stages of a request.
  mutating func continueUnlessCancelled() throws(ResponseError) {
    listen()
    if let current, inbox.isCancelled(current) { throw .cancelled }
  }

  // MARK: Sending

  mutating func notify(_ method: String, _ body: (inout JSONBuilder) -> Void) {
    channel.send(.notification(method, JSONBuilder.tree(body)))
  }

  mutating func send(_ request: SentRequest, _ parameters: JSONTree) {
    sentCount += 1
    let id = RequestID.text("igata/\(sentCount)")
    sentRequests[id] = request
    channel.send(.request(id, request.rawValue, parameters))
  }

  /// Writes a line to the log that the editor keeps of the server.
  mutating func log(_ message: String) {
    notify("window/logMessage") { builder in
      builder.key("type", 2)
      builder.key("message", message)
    }
  }
}

/// A request of the server to the client.
enum SentRequest: String {
  case registerCapability = "client/registerCapability"
  case configuration = "workspace/configuration"
  case refreshDiagnostics = "workspace/diagnostic/refresh"
  case applyEdit = "workspace/applyEdit"
}
