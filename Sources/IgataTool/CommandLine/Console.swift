import IgataDiagnostics

/// Standard output and standard error.
///
/// What is meant for a program is kept until the end of the run, so that a failed run prints nothing half; what is
/// meant for a person is written at once.
struct Console {
  private var output: [UInt8] = []
  /// Who hears what is meant for a person, in place of standard error.
  private let listener: (@Sendable (String) -> Void)?
  /// What is reported for programs.
  var report = Report()
  /// Whether the report goes to standard error, as standard output holds what the command makes.
  var isReportBesideProduct = false

  init(listener: (@Sendable (String) -> Void)? = nil) { self.listener = listener }

  mutating func write(_ text: String) { output.append(contentsOf: text.utf8) }

  mutating func write(_ bytes: [UInt8]) { output.append(contentsOf: bytes) }

  /// Writes to standard output at once, for a command that can't fail any more.
  mutating func send(_ bytes: [UInt8]) throws(Failure) {
    write(bytes)
    try finish()
  }

  /// Writes what `--check` found to differ: for people, so it makes way for a report for programs.
  mutating func writeDifference(_ difference: [UInt8]) {
    if report.form == .text { write(difference) } else { say(String(decoding: difference, as: UTF8.self)) }
  }

  /// Something that a person may want to know.
  func note(_ message: String) { say("igata: \(message)\n") }

  func warn(_ message: String) { say("igata: warning: \(message)\n") }

  func complain(_ message: String) { say("igata: error: \(message)\n") }

  /// Writes to standard error. There is nowhere to say that it can't be written.
  func say(_ text: String) {
    if let listener { return listener(text) }
    try? FileSystem.write(Array(text.utf8), to: Process.standardError)
  }

  /// Makes the report what the command line asks for.
  mutating func prepareReport(_ command: Command, _ invocation: Invocation) {
    guard let form = invocation.text(.report).flatMap({ ReportForm(rawValue: $0) }) else { return }
    report = Report(form, title: "igata \(invocation.path.joined(separator: " "))")
    isReportBesideProduct = command.printsProduct(invocation)
  }

  /// Prints the report for programs, if there is one, and begins the next.
  mutating func finishReport() {
    let document = report.document
    report.clear()
    guard isReportBesideProduct else { return write(document) }
    say(document)
  }

  /// Writes what is meant for standard output. A reader that has gone away has had enough: that is no failure.
  mutating func finish() throws(Failure) {
    do {
      try FileSystem.write(output, to: Process.standardOutput)
    } catch {
      guard error.isBrokenPipe else {
        throw Failure(.unwritableOutput, "can't write to standard output: \(error.reason)")
      }
    }
    output = []
  }

  /// Whether standard error is for the eyes of a person who likes colours.
  static var isColourful: Bool {
    Process.isTerminal(Process.standardError) && (Process.environment("NO_COLOR") ?? "").isEmpty
      && Process.environment("TERM") != "dumb"
  }
}
