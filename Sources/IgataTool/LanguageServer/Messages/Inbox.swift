/// The messages that have arrived and aren't handled yet, in their order.
struct Inbox {
  private var messages: [Message] = []
  private var next = 0
  /// How many requests with an identifier are waiting or under way.
  private var pending: [RequestID: Int] = [:]
  private var cancelled: Set<RequestID> = []

  var isEmpty: Bool { next == messages.count }

  /// Adds a message. A cancellation takes effect immediately, before the messages that wait.
  mutating func add(_ message: Message) {
    switch message {
    case .notification("$/cancelRequest", let parameters):
      // That of an unknown request, most often of one that has been answered, is forgotten.
      if let id = parameters["id"].flatMap({ RequestID($0) }), pending[id] != nil { cancelled.insert(id) }
      return
    case .request(let id, _, _): pending[id, default: 0] += 1
    case .notification, .response, .invalid: break
    }
    messages.append(message)
  }

  /// Removes and returns the next message.
  mutating func take() -> Message? {
    guard next < messages.count else { return nil }
    let message = messages[next]
    next += 1
    if next == messages.count || next > 1000 {
      messages.removeFirst(next)
      next = 0
    }
    return message
  }

  func isCancelled(_ id: RequestID) -> Bool { cancelled.contains(id) }

  /// Notes that a request has been answered.
  mutating func finish(_ id: RequestID) {
    guard let count = pending[id] else { return }
    pending[id] = count > 1 ? count - 1 : nil
    cancelled.remove(id)
  }
}
