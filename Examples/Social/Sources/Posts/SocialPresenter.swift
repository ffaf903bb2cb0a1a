import Foundation
import IgataRuntime

/// The destination of posts: the article's protocol.
package protocol SocialPostOutput: Sendable {
  func post(text: String, image: Data?) async throws
}

/// Posts the user's text to the injected output (コンストラクタの引数にプロトコルを渡す).
package struct SocialPresenter: Sendable {
  package var output: any SocialPostOutput

  package init(output: any SocialPostOutput) { self.output = output }

  package func postText(_ text: String) async throws { try await output.post(text: text, image: nil) }

  package func postText(_ text: String, andImage image: Data) async throws {
    try await output.post(text: text, image: image)
  }
}

/// A network, represented by a store, whose backend determines which network it is.
package struct SocialClient: SocialPostOutput {
  private let store: Store

  package init(_ backend: any Backend) async throws {
    store = Store(backend)
    try await store.prepare(PostsSchema.self)
  }

  package func post(text: String, image: Data?) async throws { try await store.insert(Post(text: text, image: image)) }

  package func posts() async throws -> [Post] { try await store.fetch(Post.all.order { $0.postedAt.ascending }) }
}
