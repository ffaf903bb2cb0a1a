/// The exit status of a run.
package enum ExitStatus: Int32, Sendable {
  case success = 0
  /// The input has errors, or `--check` found a difference.
  case negative = 1
  /// The command line is wrong.
  case usage = 64
  /// An input file can't be read.
  case unreadableInput = 66
  /// `igata-database` or a database can't be reached.
  case unavailable = 69
  /// An internal error of igata.
  case internalFault = 70
  /// An output can't be written.
  case unwritableOutput = 73
  /// Another program locks the database.
  case locked = 75
}
