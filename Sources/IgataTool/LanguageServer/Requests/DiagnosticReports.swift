import IgataDiagnostics

/// The diagnostics of each document, as the client has them.
struct DiagnosticReports {
  /// A list of diagnostics, and a number that is different for each list.
  struct Report {
    var list: [JSONTree]
    var number: Int
  }

  /// The last report of each file, by path.
  private(set) var files: [String: Report] = [:]
  /// The addresses at which the client has the report of each file.
  var addresses: [String: Set<String>] = [:]
  /// The number of the report that the client has pulled for each file.
  var pulled: [String: Int] = [:]
  /// The errors of the language that were shown last in each project.
  var shownErrors: [ProjectKey: [String]] = [:]
  /// Whether the client has to be asked to pull again.
  var isRefreshDue = false
  private var count = 0

  /// Sets the diagnostics of a file.
  ///
  /// - Returns: Whether they have changed.
  mutating func set(_ list: [JSONTree], of path: String) -> Bool {
    if let known = files[path], known.list == list { return false }
    count += 1
    files[path] = Report(list: list, number: count)
    return true
  }

  /// Forgets a file, which must have no diagnostics.
  mutating func forget(_ path: String) { (files[path], addresses[path]) = (nil, nil) }
}
