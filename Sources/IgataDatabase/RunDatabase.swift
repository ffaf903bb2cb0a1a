import Foundation
internal import IgataTool

/// Runs `igata-database`.
///
/// - Parameter arguments: The command line without the name of the program.
/// - Returns: The exit status of the process.
public func runDatabase(_ arguments: [String]) async -> Int32 {
  do {
    switch try databaseRequest(arguments) {
    case .copy(let request): return await runCopy(request).rawValue
    case .migrate(let request): return await runMigrate(request).rawValue
    case .diff(let request): return await runDiff(request).rawValue
    case .check(let request): return await runCheck(request).rawValue
    case .maintain(let request): return await runMaintenance(request).rawValue
    case .introspect(let request): return await runIntrospect(request).rawValue
    case .importSchema(let request): return await runImport(request).rawValue
    }
  } catch {
    return error.status.rawValue
  }
}

/// Runs `body`, and reports its error, or that a signal ends the process.
///
/// - Parameters:
///   - end: Removes the progress that is shown.
///   - state: What a process that is ended by a signal leaves, or how to go on.
func untilStopped(
  _ end: @escaping @Sendable () -> Void, _ state: String = "run the same command to continue",
  _ body: () async throws(DatabaseFault) -> ExitStatus
) async -> ExitStatus {
  let stops = StopSignals {
    end()
    say("igata: stopped; \(state)\n")
  }
  defer { stops.cancel() }
  do {
    return try await body()
  } catch {
    end()
    say("igata: error: \(error.message)\nigata: \(error.help)\n")
    return error.status
  }
}

/// Writes to standard error.
func say(_ text: String) { try? FileHandle.standardError.write(contentsOf: Data(text.utf8)) }
