@_spi(Backend) public import IgataRuntime

extension PersistableModel {
  /// Models for previews, tests and demonstrations, which are the same for the same seed on every machine.
  ///
  /// They satisfy every constraint of the schema, and have different keys and unique fields. The models that they
  /// relate to are samples too, and partly shared. If a unique field has fewer values than `count`, fewer samples are
  /// returned.
  public static func samples(count: Int, seed: UInt64) -> [Self] {
    SampleMaker(seed: seed).models(Self.self, count: count)
  }

  /// The samples of a fixed seed: `Account.samples(20)`.
  public static func samples(_ count: Int) -> [Self] { samples(count: count, seed: 1) }
}
