/// The exit status of a run.
package enum ExitStatus: Int32, Sendable, CaseIterable {
  case success = 0
  case negative = 1
  case usage = 64
  case unreadableInput = 66
  case unavailable = 69
  case internalFault = 70
  case unwritableOutput = 73
  case locked = 75

  /// A phrase for the help.
  var meaning: String {
    switch self {
    case .success: "success"
    case .negative: "the input has errors, or --check found a difference"
    case .usage: "the command line is wrong"
    case .unreadableInput: "an input file can't be read"
    case .unavailable: "igata-database or the database can't be reached"
    case .internalFault: "an internal error of igata"
    case .unwritableOutput: "an output can't be written"
    case .locked: "another program locks the database"
    }
  }
}
