import IgataDiagnostics

/// The answer to a request that fails.
struct ResponseError: Error, Hashable {
  /// The codes of JSON-RPC and of the Language Server Protocol.
  enum Code: Int {
    case parseError = -32700
    case invalidRequest = -32600
    case methodNotFound = -32601
    case invalidParameters = -32602
    case serverNotInitialized = -32002
    case requestFailed = -32803
    case contentModified = -32801
    case requestCancelled = -32800
  }

  var code: Code
  var message: String

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  static let cancelled = ResponseError(.requestCancelled, "the request was canceled")

  var tree: JSONTree {
    JSONBuilder.tree { builder in
      builder.key("code", code.rawValue)
      builder.key("message", message)
    }
  }
}
