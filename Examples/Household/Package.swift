// swift-tools-version: 6.2
import PackageDescription

func igata(_ product: String) -> Target.Dependency { .product(name: product, package: "igata") }

let package = Package(
  name: "Household",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "igata", path: "../..")],
  targets: [
    .target(
      name: "HouseholdBook", dependencies: [igata("IgataRuntime")],
      plugins: [.plugin(name: "IgataPlugin", package: "igata")]),
    .executableTarget(
      name: "Household", dependencies: ["HouseholdBook", igata("IgataRuntime"), igata("IgataSQLite")]),
    .executableTarget(name: "MakeBook"),
    .testTarget(
      name: "HouseholdBookTests", dependencies: ["HouseholdBook", igata("IgataRuntime"), igata("IgataSQLite")]),
  ]
)
