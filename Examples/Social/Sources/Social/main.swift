// Posts to two networks with the same presenter:
//   swift run Social [TEXT]

import Foundation
import IgataRuntime
import IgataSQLite
import Posts

let text = CommandLine.arguments.dropFirst().first ?? "スマートデバイス・テクノロジー"
do {
  let twitter = try await SocialClient(MemoryBackend())
  let facebook = try await SocialClient(try SQLiteBackend(path: "facebook.sqlite"))
  var presenter = SocialPresenter(output: twitter)
  try await presenter.postText(text)
  presenter.output = facebook
  try await presenter.postText(text)
  print("Twitter:  \(try await twitter.posts().map(\.text))")
  print("Facebook: \(try await facebook.posts().map(\.text))")
} catch {
  FileHandle.standardError.write(Data("Social: \(error)\n".utf8))
  exit(1)
}
