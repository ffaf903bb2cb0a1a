import Foundation
import Testing

/// Faults that users met, each with the tests that fail if it comes back. The numbers are those of the report.
private let faults: [(number: String, fault: String, file: String, tests: [String])] = [
  ("1.1", "what refers to a value kept the old one", "IgataEvolutionTests/FollowedKeyTests",
    [
      "keysAreFollowed", "keysAreFollowedOnServers", "madeKeysAreFollowed", "checkAgrees", "danglingReferencesStay",
    ]),
  ("1.1", "a table was created again, and what refers to it was not checked", "MigrationTests/RefusedRowTests",
    ["rowsOfOtherTables"]),
  ("1.2", "null became a value by a conversion", "IgataEvolutionTests/ValueFaultTests",
    ["valuesStay", "nullStaysInEveryConversion", "nullStaysInEveryConversionOnServers"]),
  ("1.3", "an optional struct that was nil got a field", "IgataEvolutionTests/ValueFaultTests", ["valuesStay"]),
  ("1.3", "a field of an optional struct had no value", "IgataEvolutionTests/StructFaultTests",
    ["valuesStay", "valuesStayOnServers", "checkAgrees", "whatIsNotSaidIsAnError"]),
  ("1.4", "a backfill replaced every value", "IgataEvolutionTests/StopTests", ["overwrittenValuesAreGivenUp"]),
  ("1.5", "a value was not clamped to the nearest bound", "IgataEvolutionTests/ValueFaultTests", ["valuesStay"]),
  ("1.6", "names that were kept were swapped again", "MigrationTests/SealTests", ["keptRenamesAreOldNews"]),
  ("1.7", "several seals at once left folders behind", "MigrationTests/SealTests",
    ["oneOfSeveralSeals", "foldersOfNoVersion"]),
  ("2", "a version could stop without a word", "IgataEvolutionTests/StopTests", ["stops"]),
  ("2", "a predicted stop passed the check", "MigrationTests/CheckTests", ["onlyAVersionThatMayStopStops"]),
  ("2", "own SQL was read in one dialect", "IgataEvolutionTests/OwnSQLTests", ["eachDialectIsPrepared"]),
  ("2", "a license header became a statement", "IgataEvolutionTests/HistoryTests", ["aHeaderIsNoStatement"]),
  ("2", "what a message proposed was refused", "IgataEvolutionTests/HintTests", ["proposalsAreAccepted"]),
  ("2", "a conversion that always fits was said to stop", "IgataEvolutionTests/ValueFaultTests", ["exactDecimalsFit"]),
  ("2", "names that a server cuts were drift", "MigrationTests/Server/ServerNameTests",
    ["rightScriptsPass", "theDatabaseFits"]),
  ("3", "a repository wrote outside of its output folder", "IgataToolTests/HostileRepositoryTests",
    ["aRepositoryIsHarmless"]),
  ("3", "a journal moved files of others", "IgataToolTests/HostileJournalTests", ["journalsOfOthersChangeNothing"]),
  ("3", "a text became code", "IgataGenerationTests/HostileTextTests", ["textsStayTexts"]),
  ("3", "a setting became code", "IgataToolTests/HostileConfigurationTests", ["settingsStayTexts"]),
  ("3", "a name controlled a terminal, a build server or make", "IgataToolTests/HostileNameTests",
    ["namesOfFilesStayTexts", "productsOnATerminalStayTexts", "pathsInADepfileStayPaths"]),
  ("3", "a folder became a link between a check and a write", "IgataToolTests/HostileRepositoryTests",
    ["foldersThatBecomeLinks"]),
  ("3", "templates took as long as they liked", "IgataTemplateLanguageTests/HostileInputTests",
    ["templatesThatMultiply", "limitsAreThoseOfAllRenderings"]),
  ("4", "SQL showed values in messages of the server", "IgataPostgreSQLTests/ServerMessageTests",
    ["secretsAreLeftOut", "othersAreShown", "raisedMessages"]),
  ("4", "SQL showed values in messages of SQLite", "IgataSQLiteTests/SQLTests", ["secretsAreLeftOut"]),
  ("4", "a connection showed its password", "IgataPostgreSQLTests/ConnectionTextTests", ["passwordsAreLeftOut"]),
  ("4", "a command showed a password", "IgataDatabaseTests/ConnectionTextTests", ["endpoints", "commands"]),
  ("4", "a group showed a sensitive key", "IgataTestingTests/SensitiveTextTests", ["groupsLeaveValuesOut"]),
  ("4", "an import excluded those of other files", "IgataGenerationTests/SiblingSourceTests",
    ["importsFitTheirSiblings"]),
  ("5.1", "a chain of models overflowed the stack in a release build", "IgataRuntimeTests/ChainTests",
    ["longChainsAreComparedShownAndLetGo"]),
  ("5.2", "an observer waited for a writer", "EndToEndTests/TransactionUseTests",
    ["observersDoNotWait", "observersThatBeginInATransaction"]),
  ("5.3", "a file was replaced while it was open", "IgataSQLiteTests/FailureTests", ["anotherFile"]),
  ("5.5", "a transaction waited for a task that waited for it", "EndToEndTests/TransactionUseTests",
    ["callsThatWaitForThemselves"]),
  ("5.5", "a task waited for a backend of a routed transaction", "IgataRoutingTests/RoutedBackendTests",
    ["callsThatWaitForThemselves"]),
  ("5.6", "a task that began in a transaction took part in it by chance", "EndToEndTests/TransactionUseTests",
    ["ownStore", "anotherStore"]),
  ("5.7", "SQL couldn't read virtual tables, and could hide a table", "IgataSQLiteTests/SQLTests",
    ["virtualTables", "hiddenTables"]),
  ("5.7", "SQL could hide a table on PostgreSQL", "IgataPostgreSQLTests/SQLTests", ["hiddenTables"]),
  ("5.7", "invalid options were to be tried again", "IgataPostgreSQLTests/ConnectionTests", ["refusals"]),
  ("5.7", "a used-up sequence was another error on each backend", "EndToEndTests/UsedUpKeyTests", ["usedUpKeys"]),
  ("5.7", "a file that was refused had been changed", "IgataSQLiteTests/FailureTests",
    ["refusedFiles", "pathsThatLookLikeURIs"]),
  ("5.8", "types of the program hid those that generated code uses", "IgataGenerationTests/CompileTests",
    ["errorsAreInTheirFiles", "hiddenNamesAreQualified", "ownTypesAreImportedAlone"]),
  ("6", "constraints of the same columns collided", "IgataSchemaTests/FixtureTests", ["reports", "outlines"]),
  ("6", "templates in the folder of the schemas weren't watched", "IgataToolTests/WatchedInputsTests",
    ["schemasAndTemplatesMayShareFolders"]),
  ("6", "documentation that was to allow something was silent", "IgataLintTests/FixtureTests",
    ["rulesFindWhatTheyMust"]),
  ("6", "a large diagram took more than its share", "IgataGenerationTests/Docs/LayoutTests",
    ["denseDiagramsAreLaidOut"]),
  ("6", "another spelling of an address kept diagnostics", "LanguageServerTests/DiagnosticTests",
    ["spellingsOfAnAddressLeaveNoDiagnostics", "pulledReportsOfOtherSpellingsEnd"]),
  ("6", "a byte-order mark shifted positions", "LanguageServerTests/PositionTests", ["offsetsAndPositionsRoundTrip"]),
]

/// Each fault has the tests that it is said to have.
@Test(arguments: faults.indices) func faultsHaveTests(_ index: Int) throws {
  let fault = faults[index]
  let file = root.appendingPathComponent("Tests/\(fault.file).swift")
  let text = try String(contentsOf: file, encoding: .utf8)
  for test in fault.tests {
    #expect(text.contains("func \(test)("), "\(fault.number), '\(fault.fault)': \(fault.file) has no \(test)")
  }
}
