public import IgataDiagnostics

extension DiagnosticKind {
  /// What planning the generated files reports.
  public static let generationKinds: [DiagnosticKind] = [
    .citusDistribution, .citusKey, .citusRelation, .collidingOutputs, .hiddenModule, .ownSwiftType, .realmCheck,
    .realmKey, .realmName, .realmUnique, .swiftDataLimit, .swiftDataName, .takenName, .takenSchemaName, .unknownBlock,
    .wrongSetting,
  ]
}
