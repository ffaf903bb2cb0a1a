/// How a run ended, as its caller sees it.
enum ExitStatus: Int32, Sendable {
  case success = 0
  /// The input has errors, or what `--check` compared differs.
  case negative = 1
  /// The command line is wrong.
  case usage = 64
  /// A file that was named can't be read.
  case unreadableInput = 66
  /// A fault of igata itself.
  case internalFault = 70
  /// An output can't be written.
  case unwritableOutput = 73
}
