/// What a command line asks of `igata-database`, the program that opens databases.
package enum DatabaseRequest: Sendable {
  case copy(CopyRequest)
  case migrate(MigrateRequest)
  case diff(DiffRequest)
  case check(CheckRequest)
  case maintain(MaintenanceRequest)
  case introspect(IntrospectRequest)
  case importSchema(ImportRequest)
}

/// The end of a run for which no database is opened. Everything has been reported.
package struct RequestEnd: Error {
  package let status: ExitStatus
}

/// Parses the command line of `igata-database`, which is that of `igata`, and reads the schema or its versions.
package func databaseRequest(_ arguments: [String]) throws(RequestEnd) -> DatabaseRequest {
  Process.prepare()
  var console = Console()
  let (command, invocation): Request
  do {
    (command, invocation) = try parseArguments(arguments)
  } catch {
    console.complain(error.message)
    console.say(HelpText.hint(for: error.path))
    throw RequestEnd(status: .usage)
  }
  console.prepareReport(command, invocation)
  do throws(Failure) {
    guard let request = command.request else { throw Failure(try command.run(invocation, &console)) }
    let result = try request(invocation, console)
    console.finishReport()
    try console.finish()
    return result
  } catch {
    for message in error.messages { console.complain(message) }
    if error.status == .usage {
      console.say(HelpText.hint(for: invocation.path))
    } else {
      console.finishReport()
      try? console.finish()
    }
    throw RequestEnd(status: error.status)
  }
}

extension Command {
  /// A command that `igata-database` carries out. `igata` becomes that program, so that it links no database.
  static func inDatabase(
    _ name: String, _ purpose: String, operands: Operands, options: [OptionRule], notes: String,
    _ request: @escaping @Sendable (Invocation, Console) throws(Failure) -> DatabaseRequest
  ) -> Command {
    Command(
      name: name, purpose: purpose, operands: operands, options: options,
      notes: notes + "\nThe program igata-database does this; it must be next to igata or on the PATH.",
      request: request
    ) { invocation, _ throws(Failure) in try invocation.becomeDatabaseProgram(options) }
  }
}

extension Invocation {
  /// Replaces this program by `igata-database`, with the same command line.
  ///
  /// - Throws: If that program can't be started. Otherwise this doesn't return.
  func becomeDatabaseProgram(_ options: [OptionRule]) throws(Failure) -> ExitStatus {
    let fault = Process.become("igata-database", path + arguments(of: options) + ["--"] + operands)
    throw Failure(
      .unavailable, "can't start igata-database: \(fault.reason)",
      "it must be next to igata or on the PATH; 'swift build --product igata-database' builds it")
  }

  /// The options of `rules` that were given, as on the command line.
  func arguments(of rules: [OptionRule]) -> [String] {
    given(of: rules).map { $0.value == .none ? "--\($0.name)" : "--\($0.name)=\(text($0) ?? "")" }
  }

  /// The value of an option as a number in a range; `nil` without the option.
  func number(_ rule: OptionRule, in range: ClosedRange<Int>) throws(Failure) -> Int? {
    guard let text = text(rule) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw Failure(
        .usage, "option '--\(rule.name)' must be a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }
}
