import Foundation

/// How much the tests try that draw their input at random, kill processes, or let disks, servers and networks fail.
///
/// `IGATA_FUZZING=100 Tests/run --filter FuzzingTests` tries a hundred times as much as the ordinary run, and
/// `IGATA_FUZZING_SEED` begins elsewhere: at a number, or with `random` at another one each time. A failure names the
/// seed and the round that lead to it again; the comparisons with memory print a seed of their own. What there is:
///
/// | test | what is tried | ordinary run |
/// |---|---|---|
/// | `editedTextsAreLikeOpenedOnes` | documents of the language server after edits, beside fresh ones | 12 documents |
/// | `mutatedSessionsAreSurvived`, `randomBytesAreSurvived` | mutated messages to the language server | 240 sessions |
/// | `damagedSamplesEndInFilesOrErrors` | samples with damaged bytes, for all targets | 10,000 samples |
/// | `commandsEndOrderly` | mutated command lines and schemas | 150 runs of `igata` |
/// | `conditionsMeanWhatSwiftMeans` | conditions beside plain Swift closures | 400 conditions, 2 backends |
/// | `QueryOracle` | values, groups, lists, dates, JSON and related rows beside plain Swift | 7,200 comparisons |
/// | `ComparisonWithMemoryTests` | SQLite and PostgreSQL beside the memory backend | 40,000 queries |
/// | `forgedCursorsAreRefused` | mutated cursors | 2,000 |
/// | `damagedDatabasesAreRefused` | SQLite files with damaged bytes | 60 files |
/// | `hostileServersAreSurvived` | a PostgreSQL server whose answers are damaged | 24 connections |
/// | `HostileServerTests`, `BrokenAnswerTests`, `HTTPBackendTests` | HTTP servers that lie, break off, or stall | fixed |
/// | `ChainTests` | schemas with rows that change at random, in SQLite and in PostgreSQL | 100 and 25 chains |
/// | `SchemaTextTests` | schemas printed as their own language, under all rules for names | 200 schemas |
/// | `textsStayTexts` | texts of a schema in HTML, XML, SVG and JSON of templates | 400 texts |
/// | `ChainTests` | chains of changes to schemas with rows: the script, a store, and on PostgreSQL | 155 chains |
/// | `killedMigrationsContinue` | a migrating process killed, with writes by older programs in between | 40 kills |
/// | `ConflictingUpdates` | processes that change the same rows | 1,000 changes |
/// | `SaveRuleFuzzing` | programs that fetch, copy, relate, change, save and delete, against a model of the rule | 2,100 |
/// | `CopyFuzzing` | `igata copy` killed, and without room | 18 kills, 2 full disks |
/// | `ReadOnlyFolders` | commands and stores where nothing can be written | fixed |
/// | `killedWritersDoNoHarm` | `igata generate` killed | 40 kills |
/// | `DurabilityTests` | a writer killed, or on a disk that fails | 200 kills, 32 runs |
/// | `OpeningTests` | processes that open one new file | 150 files |
/// | `nothingIsLostOrDoneTwice` | an outbox whose process is killed, or whose disk fails | 20 kills |
/// | `OutboxDamageTests` | an outbox with each byte changed, and cut at each | fixed |
/// | `Tests/Builds/names` | names at random in generated code; `IGATA_NAMES` | 12 schemas |
/// | `Tests/Builds/sanitizers` | the runtime under the thread and the address sanitizer | not run |
public enum FuzzingBudget {
  public static let seed = value("IGATA_FUZZING_SEED") == "random"
    ? UInt64.random(in: 0 ... .max) : UInt64(value("IGATA_FUZZING_SEED")) ?? 1

  /// What the ordinary run does, times the switch. The limits of time of a test grow with it.
  public static func rounds(_ ordinary: Int) -> Int { ordinary * max(1, Int(value("IGATA_FUZZING")) ?? 1) }

  private static func value(_ name: String) -> String { ProcessInfo.processInfo.environment[name] ?? "" }
}

extension SplitMix64 {
  /// A sequence of its own for each round of each test.
  public init(_ test: String, round: Int) {
    var state = FuzzingBudget.seed &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(round)
    for byte in test.utf8 { state = (state ^ UInt64(byte)) &* 0x100_0000_01B3 }
    self.init(seed: state)
  }
}
