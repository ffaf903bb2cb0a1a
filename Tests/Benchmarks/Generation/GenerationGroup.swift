extension BenchmarkGroup {
  /// The time from schema to written files, beside the C++ generators.
  static let generation = BenchmarkGroup(name: "generation") { session in
    let igata = try buildStaticTool(session)
    let version = try Command(igata, ["version"]).run()
    session.say("igata version: \(figure(version.seconds, .seconds))")
    return []
  }
}
