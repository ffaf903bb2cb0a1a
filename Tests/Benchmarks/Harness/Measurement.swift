/// One row of the report: what a subject costs as a multiple of its baseline, and the most it may cost.
struct Measurement: Sendable {
  let group: String
  let name: String
  let ratio: Double
  let bar: Double
  /// The absolute figures behind the ratio, as printed beside it: `igata 2.1 ms, thrift 3.0 ms`.
  var figures: String = ""

  var holds: Bool { ratio <= bar }
}
