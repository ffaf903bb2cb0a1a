#if PostgreSQL
import Foundation
import TestSupport
import Testing

/// The PostgreSQL server that the tests' script has started.
enum FuzzedServer {
  private static let connection = ProcessInfo.processInfo.environment["IGATA_POSTGRESQL"]

  static var isThere: Bool { connection != nil }

  /// The folder of its socket.
  static func folder() throws -> String {
    let keywords = try #require(connection)
    return String(try #require(keywords.firstMatch(of: #/host='?([^ ']+)/#)).1)
  }

  /// The URL that says the same as keywords.
  static func url(of keywords: String) throws -> String {
    var parts: [String] = []
    for word in keywords.matches(of: #/(\w+)=('[^']*'|[^ ']+)/#) {
      let value = word.2.trimmingCharacters(in: ["'"]).addingPercentEncoding(withAllowedCharacters: .alphanumerics)
      parts.append("\(word.1)=\(value ?? "")")
    }
    return "postgresql://?" + parts.joined(separator: "&")
  }

  /// The keywords of a new, empty schema of its database.
  static func newSchema() async throws -> String {
    let connection = try #require(connection)
    let schema = "fuzzing\(UInt32.random(in: 0 ... .max))"
    let arguments = [connection, "-qAtX", "-c", "CREATE SCHEMA \(schema)"]
    let made = try await apart { try Program(system: "psql", arguments).run() }
    try #require(made.status == 0, "\(made.errors)")
    return connection + " options='-c search_path=\(schema)'"
  }
}
#endif
