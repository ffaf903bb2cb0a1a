import IgataDiagnostics

/// Standard output and standard error.
///
/// Output for programs is buffered until the end of the run, so that a failed run prints nothing incomplete. Messages
/// for people are written immediately.
///
/// What is printed can contain names and texts of others. No control character of them reaches a terminal.
struct Console {
  private var output: [UInt8] = []
  /// Receives the messages for people instead of standard error.
  private let listener: (@Sendable (String) -> Void)?
  /// The diagnostics that are reported to programs.
  var report = Report()
  /// Whether the report goes to standard error because standard output contains the product of the command.
  var printsReportToStandardError = false

  init(listener: (@Sendable (String) -> Void)? = nil) { self.listener = listener }

  mutating func write(_ text: String) { output.append(contentsOf: text.utf8) }

  mutating func write(_ bytes: [UInt8]) { output.append(contentsOf: bytes) }

  /// Writes to standard output immediately, for a command that can't fail anymore.
  mutating func send(_ bytes: [UInt8]) throws(Failure) {
    write(bytes)
    try finish()
  }

  /// Writes the differences that `--check` found. They are for people, so they aren't printed together with a report
  /// for programs.
  mutating func writeDifference(_ difference: [UInt8]) {
    if report.form == .text { return write(difference) }
    say(String(decoding: Console.displayed(difference, on: Process.standardError), as: UTF8.self))
  }

  /// Writes a note that may be of interest to the user.
  func note(_ message: String) { say("igata: \(visible(message))\n") }

  func warn(_ message: String) { say("igata: warning: \(visible(message))\n") }

  func complain(_ message: String) { say("igata: error: \(visible(message))\n") }

  /// Writes to standard error. A failure to write can't be reported anywhere, so it is ignored.
  func say(_ text: String) {
    if let listener { return listener(text) }
    try? FileSystem.write(Array(text.utf8), to: Process.standardError)
  }

  /// Sets up the report as the command line requests.
  mutating func prepareReport(_ command: Command, _ invocation: Invocation) {
    guard let form = invocation.text(.report).flatMap({ ReportForm(rawValue: $0) }) else { return }
    report = Report(form, title: "igata \(invocation.path.joined(separator: " "))")
    printsReportToStandardError = command.printsProduct(invocation)
  }

  /// Prints the report for programs, if there is one, and starts a new one.
  mutating func finishReport() {
    let document = report.document
    report.clear()
    guard printsReportToStandardError else { return write(document) }
    say(document)
  }

  /// Writes the buffered standard output. It isn't a failure if the reader has closed the pipe.
  mutating func finish() throws(Failure) {
    do {
      try FileSystem.write(Console.displayed(output, on: Process.standardOutput), to: Process.standardOutput)
    } catch {
      guard error.isBrokenPipe else {
        throw Failure(.unwritableOutput, "can't write to standard output: \(error.reason)")
      }
    }
    output = []
  }

  /// An output as it is written to a file: a terminal shows an escape for each control character that isn't layout.
  private static func displayed(_ output: [UInt8], on file: Int32) -> [UInt8] {
    guard Process.isTerminal(file) else { return output }
    var text = ""
    for character in String(decoding: output, as: UTF8.self) {
      switch character {
      case "\n", "\r\n", "\t": text.append(character)
      default: text += visible(String(character))
      }
    }
    return Array(text.utf8)
  }

  /// Whether standard error is a terminal on which colors are wanted.
  static var isColorful: Bool {
    Process.isTerminal(Process.standardError) && (Process.environment("NO_COLOR") ?? "").isEmpty
      && Process.environment("TERM") != "dumb"
  }
}
