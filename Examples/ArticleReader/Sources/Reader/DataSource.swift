import Foundation
import IgataHTTP
import IgataRouting
import IgataRuntime
import IgataSQLite
import IgataSamples

#if PostgreSQL
import IgataPostgreSQL
#endif

/// Where articles come from: the article's `DataSourceFactory`. Which one it is, is a matter of one line.
package enum DataSource {
  /// Made-up articles, so that there is always something that runs.
  package static func debug() -> any Backend { MemoryBackend(samples: 35, seed: 7) }

  package static func database(path: String) throws -> any Backend { try SQLiteBackend(path: path) }

  /// A PostgreSQL server, by a URL or by libpq's keywords.
  package static func server(_ connection: String) throws -> any Backend {
    #if PostgreSQL
    try PostgreSQLBackend(connection)
    #else
    throw Missing("this was built without PostgreSQL: swift run --traits PostgreSQL ArticleReader …")
    #endif
  }

  package static func remote(_ url: URL) -> any Backend {
    var api = HTTPAPI()
    api.resources["article"] = HTTPResource("articles")
    api.resources["user"] = HTTPResource("users")
    api.decode = { body, _, resource in try rows(inXML: body, of: resource.path) }
    return HTTPBackend(at: url, api: api)
  }

  /// The list comes from the web API already; reading on and everything else, from the debug source still.
  package static func halfway(_ url: URL) -> any Backend {
    RoutedBackend(debug(), routes: [Route(Article.self, [.load], to: remote(url))])
  }

  /// Why there is no such source.
  package struct Missing: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
  }
}
