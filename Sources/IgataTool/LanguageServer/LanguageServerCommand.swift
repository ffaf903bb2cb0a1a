import IgataDiagnostics

extension OptionRule {
  fileprivate static let stdio = OptionRule.flag("stdio", "accepted because many editors pass it; it is the default")
  fileprivate static let log = OptionRule("log", .path("FILE"), "write all messages to a file")
}

extension Command {
  static let languageServer = Command(
    name: "lsp", purpose: "serve an editor with the Language Server Protocol", options: [.stdio, .log],
    notes: """
      An editor starts this command and talks to it over standard input and output. It shows errors and
      findings of the linter while you type, completes, explains, finds, renames, fixes and formats.
      The page 'Editors' of the documentation has the settings of each editor.

      It ends when the editor asks for it, closes standard input, or ends; with exit status 0 if the
      editor asked for it. The file of '--log' contains the text of your schemas.
      It is written again by each run; a file that is no such log is not overwritten.
      """,
    run: runLanguageServer)
}

private func runLanguageServer(_ invocation: Invocation, _ console: inout Console) throws(Failure) -> ExitStatus {
  var log: Int32?
  if let path = invocation.text(.log) {
    do throws(SystemFault) {
      log = try FileLocation(file: path).openedLog(isOwn: StandardStreams.isLog)
    } catch {
      throw .unwritable(path, error)
    }
  }
  let streams = StandardStreams(log: log)
  var server = LanguageServer(streams)
  server.run()
  if let failure = streams.failure { throw failure }
  return server.phase == .ended(isOrderly: true) ? .success : .negative
}
