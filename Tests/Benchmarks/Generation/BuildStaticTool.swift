import Foundation

/// The path of `igata` as it is distributed: a release build with the standard library linked into it. The variable
/// `IGATA` of the environment names one that is there already.
func buildStaticTool(_ session: Session) throws -> String {
  if let path = ProcessInfo.processInfo.environment["IGATA"] { return path }
  session.say("building igata with a static standard library")
  let scratch = session.scratch.appendingPathComponent("static").path
  let build = ["build", "-c", "release", "--static-swift-stdlib", "--product", "igata", "--scratch-path", scratch]
  try Command("swift", build, in: session.package.path).run()
  return scratch + "/release/igata"
}
