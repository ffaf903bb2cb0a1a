import IgataDiagnostics
import IgataTemplateLanguage

/// The identifier of a request, which its answer repeats.
enum RequestID: Hashable {
  case number(Int)
  case text(String)

  /// `nil` for a value that identifies no request, such as a fraction.
  init?(_ value: JSONValue) {
    switch value {
    case .number(let digits, _):
      guard let number = Int(digits) else { return nil }
      self = .number(number)
    case .text(let text, _): self = .text(text)
    case .null, .flag, .list, .object: return nil
    }
  }

  var tree: JSONTree {
    switch self {
    case .number(let number): .number(number)
    case .text(let text): .text(text)
    }
  }
}

/// A message of JSON-RPC that was received.
enum Message {
  case request(RequestID, method: String, Parameters)
  case notification(method: String, Parameters)
  /// The answer to a request of the server. The result is `nil` if the request failed.
  case response(RequestID, JSONValue?)
  /// A message that is none of these, and the identifier that it has, if any.
  case invalid(RequestID?, ResponseError)

  init(_ content: [UInt8]) {
    let (value, diagnostics) = parseJSON(
      SourceFile(name: "message", bytes: content), replacesUnpairedSurrogates: true)
    guard let value else {
      let reason = diagnostics.first?.message ?? "it is no JSON"
      self = .invalid(nil, ResponseError(.parseError, "the message can't be read: \(reason)"))
      return
    }
    self.init(value)
  }

  private init(_ value: JSONValue) {
    let id = value["id"].flatMap { RequestID($0) }
    guard let method = value["method"] else {
      if let id, value["result"] != nil || value["error"] != nil {
        self = .response(id, value["error"] == nil ? value["result"] : nil)
      } else {
        self = .invalid(id, ResponseError(.invalidRequest, "the message has no 'method'"))
      }
      return
    }
    guard let name = method.text else {
      self = .invalid(id, ResponseError(.invalidRequest, "'method' is not a string"))
      return
    }
    let parameters = Parameters(value: value["params"])
    if let id {
      self = .request(id, method: name, parameters)
    } else if value["id"] != nil {
      self = .invalid(nil, ResponseError(.invalidRequest, "'id' is neither an integer nor a string"))
    } else {
      self = .notification(method: name, parameters)
    }
  }
}

// MARK: Sent messages

extension JSONTree {
  private static func message(_ body: (inout JSONBuilder) -> Void) -> JSONTree {
    JSONBuilder.tree { builder in
      builder.key("jsonrpc", "2.0")
      body(&builder)
    }
  }

  static func response(_ id: RequestID?, _ result: Result<JSONTree, ResponseError>) -> JSONTree {
    message { builder in
      builder.key("id", id?.tree ?? .null)
      switch result {
      case .success(let result): builder.key("result", result)
      case .failure(let error): builder.key("error", error.tree)
      }
    }
  }

  static func notification(_ method: String, _ parameters: JSONTree) -> JSONTree {
    message { builder in
      builder.key("method", method)
      builder.key("params", parameters)
    }
  }

  static func request(_ id: RequestID, _ method: String, _ parameters: JSONTree) -> JSONTree {
    message { builder in
      builder.key("id", id.tree)
      builder.key("method", method)
      builder.key("params", parameters)
    }
  }
}
