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
    .library(name: "IgataTesting", targets: ["IgataTesting"]),
  ],
  traits: [
    .trait(name: "SQLite", description: "The SQLite backend; needs libsqlite3's headers on Linux."),
    .default(enabledTraits: ["SQLite"]),
  ],
  targets: [
    // The tool side: runs at build time and imports nothing of the runtime side.
    .target(name: "IgataDiagnostics", swiftSettings: strict),
    .target(name: "IgataSyntax", dependencies: ["IgataDiagnostics"], swiftSettings: strict),
    .target(name: "IgataSchema", dependencies: ["IgataDiagnostics", "IgataSyntax"], swiftSettings: strict),
    .target(name: "IgataTemplateLanguage", dependencies: ["IgataDiagnostics"], swiftSettings: strict),
    .target(name: "IgataTemplates", path: "Templates", exclude: [], swiftSettings: strict),
    .target(
      name: "IgataGeneration",
      dependencies: ["IgataDiagnostics", "IgataSchema", "IgataTemplateLanguage", "IgataTemplates"],
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
    .target(name: "IgataTesting", dependencies: ["IgataRuntime"], swiftSettings: strict),

    .testTarget(name: "IgataDiagnosticsTests", dependencies: ["IgataDiagnostics"], swiftSettings: strict),
    .testTarget(
      name: "IgataSyntaxTests", dependencies: ["IgataDiagnostics", "IgataSyntax"], exclude: ["Fixtures"],
      swiftSettings: strict),
  ]
)
