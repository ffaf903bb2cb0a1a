/// What generated code asks of the runtime that it is compiled with.
///
/// Every generated file names one of the types below, so that a file and a runtime that do not fit are told apart by the
/// compiler, at a line that says what to do. A runtime that is too old does not have the name, which says what it would
/// take. A runtime that no longer understands older files keeps the name, marked as unavailable, with a message that says
/// which igata to generate with.
public enum GeneratedCode {
  /// Named by the files of igata 0.2 and later.
  public enum NeedsIgataRuntime0_2OrLater {}

  /// Named by the files of igata 0.1, whose models do not read and write their rows.
  @available(*, unavailable, message: "igata 0.1 wrote this file: generate it again with igata 0.2 or later")
  public enum NeedsIgataRuntime0_1OrLater {}

  // Types of the standard library, for a schema that has types of their names, and maybe one called `Swift`.

  /// `Swift.CodingKey`.
  public typealias CodingKey = Swift.CodingKey
  /// `Swift.CustomReflectable`.
  public typealias CustomReflectable = Swift.CustomReflectable
  /// `Swift.CustomStringConvertible`.
  public typealias CustomStringConvertible = Swift.CustomStringConvertible
  /// `Swift.Decoder`.
  public typealias Decoder = Swift.Decoder
  /// `Swift.Encoder`.
  public typealias Encoder = Swift.Encoder
  /// `Swift.Identifiable`.
  public typealias Identifiable = Swift.Identifiable
  /// `Swift.Sendable`.
  public typealias Sendable = Swift.Sendable
  /// `Swift.Mirror`.
  public typealias Mirror = Swift.Mirror
}
