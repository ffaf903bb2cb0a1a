// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

let package = Package(
  name: "igata",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .executable(name: "igata", targets: ["igata"]),
    .library(name: "IgataRuntime", targets: ["IgataRuntime"]),
    .library(name: "IgataSQLite", targets: ["IgataSQLite"]),
    .library(name: "IgataPostgreSQL", targets: ["IgataPostgreSQL"]),
    .library(name: "IgataTesting", targets: ["IgataTesting"]),
  ],
  traits: [
    .trait(name: "SQLite", description: "The SQLite backend; needs libsqlite3's headers on Linux."),
    .trait(name: "PostgreSQL", description: "The PostgreSQL backend; needs libpq and its headers."),
    .default(enabledTraits: ["SQLite"]),
  ],
  targets: [
    // The tool side: runs at build time and imports nothing of the runtime side.
    .target(name: "IgataDiagnostics", swiftSettings: strict),
    .target(name: "IgataSyntax", dependencies: ["IgataDiagnostics"], swiftSettings: strict),
    .target(name: "IgataSchema", dependencies: ["IgataDiagnostics", "IgataSyntax"], swiftSettings: strict),
    .target(name: "IgataTemplateLanguage", dependencies: ["IgataDiagnostics"], swiftSettings: strict),
    .target(name: "IgataTemplates", path: "Templates", exclude: ["swift", "sqlite", "postgresql"], swiftSettings: strict),
    .target(
      name: "IgataGeneration",
      dependencies: ["IgataDiagnostics", "IgataSchema", "IgataTemplateLanguage"],
      swiftSettings: strict),
    .target(
      name: "IgataTool",
      dependencies: [
        "IgataDiagnostics", "IgataSyntax", "IgataSchema", "IgataTemplateLanguage", "IgataTemplates", "IgataGeneration",
      ],
      swiftSettings: strict),
    .executableTarget(name: "igata", dependencies: ["IgataTool"], swiftSettings: strict),

    // The runtime side: ships in the user's program and imports nothing of the tool side.
    .target(name: "IgataRuntime", swiftSettings: strict),
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite3"])]),
    .target(
      name: "IgataSQLite",
      dependencies: ["IgataRuntime", .target(name: "CSQLite", condition: .when(platforms: [.linux], traits: ["SQLite"]))],
      swiftSettings: strict),
    .systemLibrary(
      name: "CPostgreSQL", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
    .target(
      name: "IgataPostgreSQL",
      dependencies: ["IgataRuntime", .target(name: "CPostgreSQL", condition: .when(traits: ["PostgreSQL"]))],
      swiftSettings: strict),
    .target(name: "IgataTesting", dependencies: ["IgataRuntime"], swiftSettings: strict),

    // Tests. GeneratedModels holds the goldens of the samples, which have to compile as they stand.
    .target(
      name: "GeneratedModels", dependencies: ["IgataRuntime"], path: "Tests/GeneratedModels", swiftSettings: strict),
    .target(
      name: "HostileModels", dependencies: ["IgataRuntime"], path: "Tests/HostileModels", swiftSettings: strict),
    .testTarget(name: "TidyTests", swiftSettings: strict),
    .testTarget(name: "IgataDiagnosticsTests", dependencies: ["IgataDiagnostics"], swiftSettings: strict),
    .testTarget(
      name: "IgataSyntaxTests", dependencies: ["IgataDiagnostics", "IgataSyntax"], exclude: ["Fixtures"],
      swiftSettings: strict),
    .testTarget(name: "IgataTemplatesTests", dependencies: ["IgataTemplates"], swiftSettings: strict),
    .testTarget(
      name: "IgataGenerationTests",
      dependencies: [
        "IgataDiagnostics", "IgataSyntax", "IgataSchema", "IgataTemplateLanguage", "IgataTemplates", "IgataGeneration",
      ], swiftSettings: strict),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "GeneratedModels", "HostileModels", "IgataRuntime", "IgataSQLite",
        .target(name: "CSQLite", condition: .when(platforms: [.linux])),
      ], swiftSettings: strict),
    .testTarget(
      name: "IgataSchemaTests", dependencies: ["IgataDiagnostics", "IgataSyntax", "IgataSchema"],
      exclude: ["Fixtures", "Goldens", "Schemas"], swiftSettings: strict),
    .testTarget(
      name: "IgataTemplateLanguageTests", dependencies: ["IgataDiagnostics", "IgataTemplateLanguage"],
      exclude: ["Fixtures"], swiftSettings: strict),
    .testTarget(
      name: "IgataSQLiteTests", dependencies: ["IgataRuntime", "IgataSQLite", "IgataTesting", "RuntimeModels"],
      exclude: ["Goldens"], swiftSettings: strict),
    .target(name: "RuntimeModels", dependencies: ["IgataRuntime"], path: "Tests/Models", swiftSettings: strict),
    .testTarget(
      name: "IgataRuntimeTests", dependencies: ["IgataRuntime", "IgataTesting", "RuntimeModels"],
      swiftSettings: strict),
    .testTarget(
      name: "IgataPostgreSQLTests",
      dependencies: ["GeneratedModels", "HostileModels", "IgataPostgreSQL", "IgataRuntime", "IgataTesting"],
      swiftSettings: strict),
    .testTarget(
      name: "IgataToolTests",
      dependencies: [
        "IgataDiagnostics", "IgataSyntax", "IgataSchema", "IgataTemplateLanguage", "IgataGeneration", "IgataTool",
        "igata",
      ],
      exclude: ["Transcripts"], swiftSettings: strict),
  ]
)
