// swift-tools-version: 6.3
import Foundation
import PackageDescription

// Peers are linked if their headers are installed. Otherwise the topics report that they are skipped.
let peers = [("hs/hs.h", "hs"), ("re2/set.h", "re2")].filter { header, _ in
    ["/usr/include/", "/usr/local/include/"].contains {
        FileManager.default.fileExists(atPath: $0 + header)
    }
}

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "ilk", path: ".."), .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    ],
    targets: [
        // The usual way to use ICU on UTF-8.
        .target(name: "ICUBaseline", linkerSettings: [.linkedLibrary("icuuc"), .linkedLibrary("icudata")]),
        .target(name: "HeapSize"),
        // Hyperscan and RE2::Set.
        .target(name: "RulePeers", linkerSettings: peers.map { .linkedLibrary($0.1) }),
        .executableTarget(
            name: "plain-server", dependencies: [.product(name: "Hummingbird", package: "hummingbird")],
            path: "Sources/PlainServer",
            swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]
        ),
        .executableTarget(
            name: "ilk-bench",
            dependencies: [
                "HeapSize", "ICUBaseline", "RulePeers", .product(name: "Ilk", package: "ilk"),
                .product(name: "IlkCalls", package: "ilk"), .product(name: "IlkPipeline", package: "ilk"),
                .product(name: "IlkSentences", package: "ilk"), .product(name: "IlkText", package: "ilk"),
                .product(name: "IlkUsage", package: "ilk"),
                .product(name: "Yams", package: "Yams"),
            ],
            path: "Sources/IlkBench",
            swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]
        ),
    ],
    cxxLanguageStandard: .cxx17
)
