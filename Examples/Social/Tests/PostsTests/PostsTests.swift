import Foundation
import IgataRuntime
import IgataTesting
import Posts
import Testing

/// As the article's test checks its mock (モック): it was called, with this text and no image.
@Test func aPostReachesItsOutput() async throws {
  let spy = SpyBackend()
  let presenter = SocialPresenter(output: try await SocialClient(spy))
  #expect(!spy.wasCalled(.write))
  try await presenter.postText("スマートデバイス・テクノロジー")
  #expect(spy.wasCalled(.write, of: Post.self))
  let posted = try #require(spy.written(Post.self).first)
  #expect(posted.text == "スマートデバイス・テクノロジー" && posted.image == nil)
  try await presenter.postText("with a picture", andImage: Data([1, 2, 3]))
  #expect(spy.written(Post.self).map(\.image) == [nil, Data([1, 2, 3])])
}

/// The output is replaced, by the initializer or the setter, and nothing else changes.
@Test func outputsCanBeExchanged() async throws {
  let (twitter, facebook) = (try await SocialClient(MemoryBackend()), try await SocialClient(MemoryBackend()))
  var presenter = SocialPresenter(output: twitter)
  try await presenter.postText("a")
  presenter.output = facebook
  try await presenter.postText("b")
  #expect(try await twitter.posts().map(\.text) == ["a"])
  #expect(try await facebook.posts().map(\.text) == ["b"])
}

/// The mock can be made to fail.
@Test func aFailureIsPassedOn() async throws {
  let spy = SpyBackend()
  let client = try await SocialClient(spy)
  spy.faults.cutOff()
  await #expect(throws: StoreError.self) { try await SocialPresenter(output: client).postText("x") }
  spy.faults.restore()
  #expect(try await client.posts().isEmpty)
}
