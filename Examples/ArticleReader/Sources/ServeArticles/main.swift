// Serves a web API with sample articles, in XML, until it is ended:
//   swift run ServeArticles [PORT]

import Foundation
import IgataSamples
import Reader
import WebAPI

let api = WebAPI(Article.samples(count: 35, seed: 7))
guard let port = UInt16(CommandLine.arguments.dropFirst().first ?? "8080") else {
  print("a port is a number up to 65535")
  exit(64)
}
do {
  let server = try LoopbackServer(port: port) { api.answer($0) }
  print("swift run ArticleReader \(server.url)")
  fflush(nil)
  withExtendedLifetime(server) { while true { sleep(3600) } }
} catch {
  print("port \(port) can't be listened on: \(error.localizedDescription)")
  exit(1)
}
