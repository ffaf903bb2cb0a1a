@_spi(Backend) public import IgataRuntime

extension PersistableModel {
  /// Models to look at, for previews, tests and demonstrations: the same ones for the same seed on every machine.
  ///
  /// They keep to every constraint of the schema, their keys and unique fields differ, and the models that they relate
  /// to are samples too, some of them shared. Fewer than `count` come back where a unique field has fewer values.
  public static func samples(count: Int, seed: UInt64) -> [Self] {
    SampleMaker(seed: seed).models(Self.self, count: count)
  }
}
