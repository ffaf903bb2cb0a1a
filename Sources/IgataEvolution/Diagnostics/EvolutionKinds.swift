public import IgataDiagnostics

extension DiagnosticKind {
  /// What comparing and sealing versions reports.
  public static let evolutionKinds: [DiagnosticKind] = [
    .blockingConstraint, .blockingIndex, .changedVersion, .claimedTwice, .dropInOwnSQL, .lossyConversion,
    .malformedHistory, .malformedOwnSQL, .mayStop, .mismatchedFunction, .needsBackfill, .outdatedObjects,
    .overwrittenValues, .transactionInScript, .twoOwners, .twoVersions, .unexplainedRemoval,
    .unknownConversion, .unknownFormerName, .unknownWay, .unmadeKey, .unpassableList, .unplannedChange,
    .unqualifiedColumn, .unsealedVersion, .updateWithoutWhere,
  ]
}
