import Foundation
import IgataHTTP
import IgataRouting
import IgataRuntime
import IgataSQLite
import IgataSamples

#if PostgreSQL
import IgataPostgreSQL
#endif

/// The sources of articles: the article's `DataSourceFactory`. Choosing one takes one line.
package enum DataSource {
  /// Sample articles, so that there is always a running program.
  package static func debug() -> any Backend { MemoryBackend(samples: 35, seed: 7) }

  package static func database(path: String) throws -> any Backend { try SQLiteBackend(path: path) }

  /// A PostgreSQL server, given by a URL or by libpq's keywords.
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

  /// The list comes from the web API; further pages and everything else come from the debug source.
  package static func halfway(_ url: URL) -> any Backend {
    RoutedBackend(debug(), routes: [Route(Article.self, [.load], to: remote(url))])
  }

  /// Why a source isn't available.
  package struct Missing: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
  }
}
