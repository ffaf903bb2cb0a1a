// swift-tools-version: 6.2
import PackageDescription

// Warnings are errors where the tests run. Not for those who depend on the package: Xcode's build system silences
// warnings in dependencies, and the compiler refuses to do both.
let isStrict = Context.environment["IGATA_STRICT"] != nil
let strict: [SwiftSetting] = isStrict ? [.treatAllWarnings(as: .error)] : []

let package = Package(
  name: "igata",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .executable(name: "igata", targets: ["igata"]),
    .executable(name: "igata-database", targets: ["igata-database"]),
    .plugin(name: "IgataPlugin", targets: ["IgataPlugin"]),
    .plugin(name: "IgataLintPlugin", targets: ["IgataLintPlugin"]),
    .plugin(name: "IgataCommandPlugin", targets: ["IgataCommandPlugin"]),
    .library(name: "IgataTables", targets: ["IgataTables"]),
    .library(name: "IgataRuntime", targets: ["IgataRuntime"]),
    .library(name: "IgataRouting", targets: ["IgataRouting"]),
    .library(name: "IgataSamples", targets: ["IgataSamples"]),
    .library(name: "IgataSQL", targets: ["IgataSQL"]),
    .library(name: "IgataSQLite", targets: ["IgataSQLite"]),
    .library(name: "IgataPostgreSQL", targets: ["IgataPostgreSQL"]),
    .library(name: "IgataHTTP", targets: ["IgataHTTP"]),
    .library(name: "IgataSwiftUI", targets: ["IgataSwiftUI"]),
    .library(name: "IgataTesting", targets: ["IgataTesting"]),
    .library(name: "IgataSnapshots", targets: ["IgataSnapshots"]),
  ],
  traits: [
    .trait(name: "SQLite", description: "The SQLite backend; needs libsqlite3's headers on Linux."),
    .trait(name: "PostgreSQL", description: "The PostgreSQL backend; needs libpq and its headers."),
    .default(enabledTraits: ["SQLite"]),
  ],
  targets: [
    // What a table is, for both sides.
    .target(name: "IgataTables", swiftSettings: strict),

    // The tool side: runs at build time and imports nothing of the runtime side.
    .target(name: "IgataDiagnostics", swiftSettings: strict),
    .target(name: "IgataSyntax", dependencies: ["IgataDiagnostics"], swiftSettings: strict),
    .target(
      name: "IgataSchema", dependencies: ["IgataDiagnostics", "IgataSyntax", "IgataTables"], swiftSettings: strict),
    .target(
      name: "IgataLint", dependencies: ["IgataDiagnostics", "IgataSyntax", "IgataTables", "IgataSchema"],
      swiftSettings: strict),
    .target(name: "IgataTemplateLanguage", dependencies: ["IgataDiagnostics"], swiftSettings: strict),
    .target(name: "IgataTemplates", dependencies: ["CIgataTemplates"], swiftSettings: strict),
    .target(
      name: "CIgataTemplates", path: "Templates", exclude: [
        "swift", "sqlite", "postgresql", "citus", "realm", "swiftdata", "html", "svg", "mermaid", "dot", "dbml",
        "d2", "markdown",
      ]),
    .target(
      name: "IgataGeneration",
      dependencies: [
        "IgataDiagnostics", "IgataSyntax", "IgataTables", "IgataSchema", "IgataEvolution", "IgataTemplateLanguage",
        "IgataTemplates",
      ],
      swiftSettings: strict),
    .target(
      name: "IgataEvolution", dependencies: ["IgataDiagnostics", "IgataSyntax", "IgataTables", "IgataSchema"],
      swiftSettings: strict),
    .target(
      name: "IgataEditing",
      dependencies: [
        "IgataDiagnostics", "IgataSyntax", "IgataTables", "IgataSchema", "IgataLint", "IgataGeneration",
      ],
      swiftSettings: strict),
    .target(
      name: "IgataTool",
      dependencies: [
        "IgataDiagnostics", "IgataSyntax", "IgataTables", "IgataSchema", "IgataLint", "IgataTemplateLanguage",
        "IgataTemplates", "IgataGeneration", "IgataEvolution", "IgataEditing",
      ],
      swiftSettings: strict),
    .executableTarget(name: "igata", dependencies: ["IgataTool"], swiftSettings: strict),
    .target(name: "IgataSnapshots", dependencies: ["IgataTool"], swiftSettings: strict),
    .plugin(
      name: "IgataPlugin", capability: .buildTool(), dependencies: ["igata"], path: "Sources/Plugins/IgataPlugin"),
    .plugin(
      name: "IgataLintPlugin", capability: .buildTool(), dependencies: ["igata"],
      path: "Sources/Plugins/IgataLintPlugin"),
    .plugin(
      name: "IgataCommandPlugin",
      capability: .command(
        intent: .custom(verb: "igata", description: "Generates, checks and formats what igata's schemas describe."),
        permissions: [.writeToPackageDirectory(reason: "igata writes what it generates into the package.")]),
      dependencies: ["igata"], path: "Sources/Plugins/IgataCommandPlugin"),

    // The runtime side: ships in the user's program and imports nothing of the tool side.
    .target(name: "IgataRuntime", dependencies: ["IgataTables"], swiftSettings: strict),
    .target(name: "IgataRouting", dependencies: ["IgataTables", "IgataRuntime"], swiftSettings: strict),
    .target(name: "IgataSamples", dependencies: ["IgataTables", "IgataRuntime"], swiftSettings: strict),
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite3"])]),
    .target(name: "IgataSQL", dependencies: ["IgataTables", "IgataRuntime"], swiftSettings: strict),
    .target(
      name: "IgataSQLite",
      dependencies: [
        "IgataTables", "IgataRuntime", "IgataSQL",
        .target(name: "CSQLite", condition: .when(platforms: [.linux], traits: ["SQLite"])),
      ],
      swiftSettings: strict),
    .systemLibrary(
      name: "CPostgreSQL", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
    .target(
      name: "IgataPostgreSQL",
      dependencies: [
        "IgataTables", "IgataRuntime", "IgataSQL",
        .target(name: "CPostgreSQL", condition: .when(traits: ["PostgreSQL"])),
      ],
      swiftSettings: strict),
    // Without `pkgConfig`, for which SwiftPM would warn those who do not use IgataHTTP. The headers are where the
    // compiler looks by itself.
    .systemLibrary(name: "CCurl"),
    .target(
      name: "IgataHTTP",
      dependencies: ["IgataTables", "IgataRuntime", .target(name: "CCurl", condition: .when(platforms: [.linux]))],
      swiftSettings: strict),
    // Empty where there is no SwiftUI.
    .target(name: "IgataSwiftUI", dependencies: ["IgataTables", "IgataRuntime"], swiftSettings: strict),
    .target(
      name: "IgataTesting", dependencies: ["IgataTables", "IgataRuntime", "IgataSamples"], swiftSettings: strict),

    // The two sides meet where a database is described as a schema, and where the databases of any schema are opened: a
    // program of its own, which commands of igata become.
    .target(
      name: "IgataIntrospection",
      dependencies: [
        "IgataDiagnostics", "IgataSyntax", "IgataTables", "IgataSchema", "IgataLint", "IgataRuntime", "IgataSQL",
      ],
      swiftSettings: strict),
    .target(
      name: "IgataDatabase",
      dependencies: [
        "IgataTables", "IgataSchema", "IgataEvolution", "IgataTool", "IgataIntrospection", "IgataRuntime", "IgataSamples",
        "IgataSQL", "IgataSQLite", "IgataPostgreSQL",
      ],
      swiftSettings: strict),
    .executableTarget(name: "igata-database", dependencies: ["IgataDatabase"], swiftSettings: strict),

    // Compares with peers, in turn: `swift run -c release benchmarks`.
    .executableTarget(
      name: "benchmarks",
      dependencies: [
        "GeneratedModels", "IgataRuntime", "IgataSQLite", "SQLiteBaseline", "IgataPostgreSQL", "PostgreSQLBaseline",
        "MigrationSupport", .target(name: "CSQLite", condition: .when(platforms: [.linux])),
      ],
      path: "Tests/Benchmarks",
      exclude: ["Runtime/Ledger.igata", "Runtime/Events.igata"], swiftSettings: strict),
    .target(
      name: "SQLiteBaseline", dependencies: [.target(name: "CSQLite", condition: .when(platforms: [.linux]))],
      path: "Tests/SQLiteBaseline"),
    .target(
      name: "PostgreSQLBaseline",
      dependencies: [.target(name: "CPostgreSQL", condition: .when(traits: ["PostgreSQL"]))],
      path: "Tests/PostgreSQLBaseline",
      cSettings: [.define("IGATA_POSTGRESQL", .when(traits: ["PostgreSQL"]))]),

    // Tests. GeneratedModels holds the goldens of the samples, which have to compile as they stand.
    .target(
      name: "GeneratedModels", dependencies: ["IgataRuntime"], path: "Tests/GeneratedModels", swiftSettings: strict),
    .target(
      name: "HostileModels", dependencies: ["IgataRuntime"], path: "Tests/HostileModels", swiftSettings: strict),
    .target(name: "CustomModels", dependencies: ["IgataRuntime"], path: "Tests/CustomModels", swiftSettings: strict),
    .target(name: "TestSupport", path: "Tests/Support", swiftSettings: strict),
    .testTarget(name: "TidyTests", swiftSettings: strict),
    .testTarget(
      name: "IgataDiagnosticsTests", dependencies: ["IgataDiagnostics", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "IgataSyntaxTests", dependencies: ["IgataDiagnostics", "IgataSyntax", "TestSupport"], exclude: ["Fixtures"],
      swiftSettings: strict),
    .testTarget(name: "IgataTemplatesTests", dependencies: ["IgataTemplates"], swiftSettings: strict),
    .testTarget(
      name: "IgataGenerationTests",
      dependencies: [
        "IgataDiagnostics", "IgataSyntax", "IgataSchema", "IgataTemplateLanguage", "IgataTemplates", "IgataGeneration",
        "TestSupport",
      ], swiftSettings: strict),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "CustomModels", "GeneratedModels", "HostileModels", "IgataPostgreSQL", "IgataRuntime", "IgataSQLite",
        "IgataSamples", "OutsideWriter", "TestSupport",
        .target(name: "CSQLite", condition: .when(platforms: [.linux])),
      ], swiftSettings: strict),
    .executableTarget(
      name: "OutsideWriter", dependencies: ["GeneratedModels", "IgataPostgreSQL", "IgataRuntime", "IgataSQLite"],
      path: "Tests/OutsideWriter", swiftSettings: strict),
    .testTarget(
      name: "IgataSchemaTests",
      dependencies: ["IgataDiagnostics", "IgataSyntax", "IgataTables", "IgataSchema", "TestSupport"],
      exclude: ["Fixtures", "Goldens", "Schemas"], swiftSettings: strict),
    .testTarget(
      name: "IgataTemplateLanguageTests", dependencies: ["IgataDiagnostics", "IgataTemplateLanguage", "TestSupport"],
      exclude: ["Fixtures"], swiftSettings: strict),
    .testTarget(
      name: "IgataSQLTests", dependencies: ["GeneratedModels", "IgataTables", "IgataRuntime", "IgataSQL"],
      exclude: ["Goldens"], swiftSettings: strict),
    .testTarget(
      name: "IgataSQLiteTests",
      dependencies: [
        "GeneratedModels", "IgataTables", "IgataRuntime", "IgataSQL", "IgataSQLite", "IgataTesting", "ObservedWork",
        "RuntimeModels", "TestSupport",
      ],
      exclude: ["Goldens"], swiftSettings: strict),
    .testTarget(
      name: "QueryCompileTests", dependencies: ["GeneratedModels", "IgataRuntime", "IgataSQL", "TestSupport"],
      exclude: ["Fixtures"],
      swiftSettings: strict),
    .testTarget(
      name: "IgataPostgreSQLTests",
      dependencies: [
        "CustomModels", "GeneratedModels", "HostileModels", "IgataPostgreSQL", "IgataRuntime", "IgataSQL", "IgataTables",
        "IgataTesting", "ObservedWork", "TestSupport",
        .target(name: "CPostgreSQL", condition: .when(traits: ["PostgreSQL"])),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "IgataDatabaseTests",
      dependencies: [
        "GeneratedModels", "IgataDatabase", "IgataIntrospection", "IgataPostgreSQL", "IgataRuntime", "IgataSQLite",
        "IgataSamples", "IgataSchema", "IgataSyntax", "IgataTables", "IgataTesting", "IgataTool", "TestSupport",
        "igata-database",
      ], exclude: ["Prisma"], swiftSettings: strict),
    .target(
      name: "RuntimeModels", dependencies: ["IgataTables", "IgataRuntime"], path: "Tests/Models", swiftSettings: strict),
    .testTarget(
      name: "IgataRuntimeTests",
      dependencies: [
        "GeneratedModels", "IgataTables", "IgataRuntime", "IgataTesting", "ObservedWork", "RuntimeModels", "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "IgataRoutingTests",
      dependencies: [
        "GeneratedModels", "IgataRouting", "IgataRuntime", "IgataSQLite", "IgataSamples", "IgataTesting", "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "IgataSamplesTests",
      dependencies: ["GeneratedModels", "IgataTables", "IgataRuntime", "IgataSamples", "IgataTesting", "RuntimeModels"],
      swiftSettings: strict),
    .testTarget(
      name: "IgataTestingTests", dependencies: ["GeneratedModels", "IgataRuntime", "IgataTesting", "TestSupport"],
      swiftSettings: strict),
    // A process of its own, to be killed in the middle of its work.
    .executableTarget(
      name: "OutboxWriter",
      dependencies: ["GeneratedModels", "IgataHTTP", "IgataRouting", "IgataRuntime", "IgataSQLite"],
      path: "Tests/OutboxWriter", swiftSettings: strict),
    // Rows for the programs in other languages that Tests/Builds/languages runs.
    .executableTarget(
      name: "JSONRows", dependencies: ["GeneratedModels", "IgataRuntime", "IgataSamples"], path: "Tests/JSONRows",
      swiftSettings: strict),
    // A process of its own, to be looked at for leaks.
    .executableTarget(
      name: "Watcher", dependencies: ["GeneratedModels", "IgataRouting", "IgataRuntime"], path: "Tests/Watcher",
      swiftSettings: strict),
    .testTarget(
      name: "SystemsTests",
      dependencies: [
        "GeneratedModels", "IgataHTTP", "IgataRouting", "IgataRuntime", "IgataSQLite", "IgataTesting", "OutboxWriter",
        "TestSupport", "Watcher",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "IgataLintTests",
      dependencies: ["IgataDiagnostics", "IgataSyntax", "IgataSchema", "IgataLint", "TestSupport"],
      exclude: ["Fixtures", "Schemas"], swiftSettings: strict),
    .testTarget(
      name: "LanguageServerTests",
      dependencies: ["IgataDiagnostics", "IgataTool", "TestSupport", "igata"], swiftSettings: strict),
    .testTarget(
      name: "IgataEditingTests",
      dependencies: [
        "IgataDiagnostics", "IgataSyntax", "IgataSchema", "IgataLint", "IgataGeneration", "IgataEditing", "TestSupport",
      ],
      exclude: ["Fixtures"], swiftSettings: strict),
    .testTarget(
      name: "IgataEvolutionTests",
      dependencies: [
        "IgataDiagnostics", "IgataSyntax", "IgataTables", "IgataSchema", "IgataEvolution", "IgataRuntime", "IgataSQLite",
        "MigrationSupport", "TestSupport", .target(name: "CSQLite", condition: .when(platforms: [.linux])),
        .target(name: "CPostgreSQL", condition: .when(traits: ["PostgreSQL"])),
      ],
      exclude: ["Fixtures"], swiftSettings: strict),
    // Random operations, whose events are compared with what an engine has executed.
    .target(
      name: "ObservedWork", dependencies: ["GeneratedModels", "IgataRuntime", "TestSupport"],
      path: "Tests/ObservedWork", swiftSettings: strict),
    .target(
      name: "MigrationSupport",
      dependencies: [
        "IgataDatabase", "IgataDiagnostics", "IgataSyntax", "IgataTables", "IgataSchema", "IgataEvolution", "IgataTool",
        "IgataRuntime", "IgataPostgreSQL", .target(name: "CPostgreSQL", condition: .when(traits: ["PostgreSQL"])),
      ],
      path: "Tests/MigrationSupport", swiftSettings: strict),
    // Migrates a database until it is killed.
    .executableTarget(
      name: "Migrator", dependencies: ["IgataRuntime", "IgataSQLite", "IgataPostgreSQL", "MigrationSupport"],
      path: "Tests/Migrator",
      swiftSettings: strict),
    .testTarget(
      name: "MigrationTests",
      dependencies: [
        "GeneratedModels", "IgataEvolution", "IgataDiagnostics", "IgataRouting", "IgataRuntime", "IgataSQLite",
        "IgataPostgreSQL", "IgataTesting", "MigrationSupport", "Migrator", "TestSupport", "igata", "igata-database",
        .target(name: "CSQLite", condition: .when(platforms: [.linux])),
      ], swiftSettings: strict),
    .testTarget(
      name: "IgataToolTests",
      dependencies: [
        "IgataDiagnostics", "IgataSyntax", "IgataSchema", "IgataLint", "IgataTemplateLanguage", "IgataGeneration",
        "IgataTool", "TestSupport", "igata", "igata-database",
      ],
      exclude: ["Transcripts"], swiftSettings: strict),
    .testTarget(name: "IgataSnapshotsTests", dependencies: ["IgataSnapshots"], swiftSettings: strict),
    // Random input of every kind; how much of it, `IGATA_FUZZING` says.
    .testTarget(
      name: "FuzzingTests",
      dependencies: [
        "GeneratedModels", "IgataDatabase", "IgataPostgreSQL", "IgataRuntime", "IgataSQLite", "OutsideWriter",
        "TestSupport", "igata", "igata-database",
      ],
      path: "Tests/Fuzzing", swiftSettings: strict),
    // What the documentation shows is compiled and run. The modules are those that it imports.
    .testTarget(
      name: "DocumentationTests",
      dependencies: [
        "GeneratedModels", "IgataHTTP", "IgataPostgreSQL", "IgataRouting", "IgataRuntime", "IgataSQLite", "IgataSamples",
        "IgataSnapshots", "IgataSwiftUI", "IgataTemplateLanguage", "IgataTesting", "TestSupport", "igata",
        "igata-database",
      ],
      exclude: ["Contexts"], swiftSettings: strict),
  ]
)

// The tests run the command that they build. The plugins would have all of it compiled once more, as a tool of the build;
// Tests/Builds/plugin builds them, as a package does that uses them.
if isStrict {
  package.products.removeAll { $0 is Product.Plugin }
  package.targets.removeAll { $0.type == .plugin }
}

// On Linux, the tests compile and run IgataSwiftUI with a stand-in for SwiftUI.
#if os(Linux)
  if isStrict {
    package.targets += [
      .target(name: "SwiftUI", path: "Tests/SwiftUI", swiftSettings: strict),
      .testTarget(
        name: "IgataSwiftUITests",
        dependencies: ["GeneratedModels", "IgataRuntime", "IgataSamples", "IgataSwiftUI", "IgataTesting", "SwiftUI"],
        swiftSettings: strict),
    ]
    for target in package.targets where target.name == "IgataSwiftUI" { target.dependencies.append("SwiftUI") }
  }
#endif
