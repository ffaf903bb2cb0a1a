// swift-tools-version: 6.2
import PackageDescription

func igata(_ product: String, _ condition: TargetDependencyCondition? = nil) -> Target.Dependency {
  .product(name: product, package: "igata", condition: condition)
}

let package = Package(
  name: "ArticleReader",
  platforms: [.macOS(.v15)],
  traits: [.trait(name: "PostgreSQL", description: "Reads from a server as well; needs libpq and its headers.")],
  dependencies: [
    .package(
      name: "igata", path: "../..",
      traits: [.defaults, .trait(name: "PostgreSQL", condition: .when(traits: ["PostgreSQL"]))])
  ],
  targets: [
    .target(
      name: "Reader",
      dependencies: [
        igata("IgataRuntime"), igata("IgataRouting"), igata("IgataSamples"), igata("IgataHTTP"), igata("IgataSQLite"),
        igata("IgataPostgreSQL", .when(traits: ["PostgreSQL"])),
      ],
      plugins: [.plugin(name: "IgataPlugin", package: "igata")]),
    .executableTarget(name: "ArticleReader", dependencies: ["Reader"]),
    // A web API to read from, in XML.
    .target(name: "WebAPI", dependencies: ["Reader"]),
    .executableTarget(name: "ServeArticles", dependencies: ["WebAPI", igata("IgataSamples")]),
    // A process of its own, whose main thread does nothing else.
    .executableTarget(
      name: "ReaderTurns", dependencies: ["Reader", igata("IgataTesting")], path: "Tests/ReaderTurns"),
    .testTarget(name: "ReaderTests", dependencies: ["Reader", "ReaderTurns", "WebAPI", igata("IgataTesting")]),
  ]
)
