/// The median cost of each subject, all of them run in turn (A B A B …), so that whatever else the machine does falls
/// on all alike. A first round warms caches and is not counted.
///
/// - Parameter rounds: how many rounds count; counted instructions hardly vary, so two are enough for those.
func measureInTurn(_ subjects: [Subject], in session: Session, rounds: Int = 9) async throws -> [String: Double] {
  var costs: [String: [Double]] = [:]
  let counted = session.unit == .instructions ? 2 : max(3, rounds)
  for round in 0...counted {
    if session.unit == .instructions && round == 0 { continue }
    for subject in subjects {
      try await subject.prepare()
      let cost = try await subject.run()
      if round > 0 { costs[subject.name, default: []].append(cost) }
    }
  }
  let medians = costs.mapValues(median)
  // A group takes minutes, and is reported at its end.
  let figures = subjects.map { "\($0.name) \(figure(medians[$0.name] ?? .nan, session.unit))" }
  session.say("  " + figures.joined(separator: ", "))
  return medians
}

/// The middle value, or the mean of the two in the middle; 0 of none.
func median(_ values: [Double]) -> Double {
  let sorted = values.sorted()
  guard let last = sorted.indices.last else { return 0 }
  return (sorted[last / 2] + sorted[(last + 1) / 2]) / 2
}
