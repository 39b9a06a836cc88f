// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "debug",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "ilk", path: "../..", traits: [])],
    targets: [
        .executableTarget(
            name: "Debug", dependencies: [.product(name: "IlkDebug", package: "ilk")],
            swiftSettings: [.swiftLanguageMode(.v6)])
    ]
)
