/// Where in the program a transaction began.
struct TransactionOrigin: Sendable, CustomStringConvertible {
  var fileID: StaticString
  var line: UInt

  var description: String { "\(fileID):\(line)" }
}
