import IgataDiagnostics

/// Why a run ends before its end.
struct Failure: Error, Hashable {
  var status: ExitStatus
  /// What is said on standard error; nothing where all has been said.
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

  /// Something that can't be, unless igata is wrong.
  static func fault(_ message: String) -> Failure {
    Failure(
      .internalFault, message,
      "this is a fault of igata itself, not of your schema; please report it with the schema "
        + "and the command line, at the place you have igata from")
  }
}
