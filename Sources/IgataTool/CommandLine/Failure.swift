import IgataDiagnostics

/// An error that ends a run early.
struct Failure: Error, Hashable {
  var status: ExitStatus
  /// The messages for standard error. Empty if everything has been reported.
  var messages: [String]

  init(_ status: ExitStatus, _ messages: String...) {
    self.status = status
    self.messages = messages
  }

  init(_ status: ExitStatus, messages: [String]) {
    self.status = status
    self.messages = messages
  }

  static func unreadable(_ path: String, _ fault: SystemFault) -> Failure {
    Failure(.unreadableInput, "can't read '\(visible(path))': \(fault.reason)")
  }

  static func unwritable(_ path: String, _ fault: SystemFault) -> Failure {
    Failure(.unwritableOutput, "can't write '\(visible(path))': \(fault.reason)")
  }

  static func unremovable(_ path: String, _ fault: SystemFault) -> Failure {
    Failure(.unwritableOutput, "can't remove '\(visible(path))': \(fault.reason)")
  }

  /// An internal error, which can only be caused by a bug in igata.
  static func fault(_ message: String) -> Failure {
    Failure(
      .internalFault, message,
      "this is a bug in igata and not an error in your schema; please report it with the schema "
        + "and the command line, where you got igata")
  }
}
