import Foundation

/// The path of `igata` as it is distributed: a release build with the standard library linked into it, and on Linux
/// all other libraries as well. The variable `IGATA` of the environment names one that is there already.
func buildStaticTool(_ session: Session) throws -> String {
  if let path = ProcessInfo.processInfo.environment["IGATA"] { return path }
  session.say("building igata with a static standard library")
  let scratch = session.scratch.appendingPathComponent("static").path
  var build = ["build", "-c", "release", "--static-swift-stdlib", "--product", "igata", "--scratch-path", scratch]
  #if os(Linux)
    build += ["-Xswiftc", "-static-executable"]
  #endif
  try Command("swift", build, in: session.package.path).run()
  return scratch + "/release/igata"
}
