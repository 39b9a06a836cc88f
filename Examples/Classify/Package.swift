// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "classify",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "ilk", path: "../..", traits: [])],
    targets: [
        .executableTarget(
            name: "Classify", dependencies: [.product(name: "IlkPipeline", package: "ilk")],
            swiftSettings: [.swiftLanguageMode(.v6)])
    ]
)
