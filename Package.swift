// swift-tools-version: 6.3
import PackageDescription

/// The settings of every Swift target. ARCHITECTURE.md lists the layers, and `RepositoryTests` checks them.
let settings: [SwiftSetting] =
    [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]
    + [
        "ExistentialAny", "InferIsolatedConformances", "InternalImportsByDefault", "MemberImportVisibility",
        "NonisolatedNonsendingByDefault",
    ].map { .enableUpcomingFeature($0) }

/// The targets that process every byte or feature of a text. With ILK_OPTIMISED, which `make test` sets, a
/// debug build optimizes them but keeps all checks, so that tests take a fraction of the time. Each is compiled as
/// a whole, because otherwise generic code of one file is not specialized for its uses in others. It is off by
/// default because no other package can depend on a package with such flags.
let hot: Set = [
    "IlkFraming", "IlkLearning", "IlkModels", "IlkPipeline", "IlkRules", "IlkRuleTools", "IlkText",
    "IlkTraining", "IlkVocabulary",
]
let isOptimized = Context.environment["ILK_OPTIMISED"] != nil
let optimizedC: [CSetting] = isOptimized ? [.unsafeFlags(["-O2"], .when(configuration: .debug))] : []
/// Replaces a function in builds for tests (CProcess/unvalidated.c), unless ILK_VALIDATE is set.
let validation = "$s14ArgumentParser17ParsableArgumentsPAAE9_validate6parentyAA8InputKeyVSg_tKFZ"
let isValidated = !isOptimized || Context.environment["ILK_VALIDATE"] != nil
let unvalidated: [LinkerSetting] = isValidated ? [] : [.unsafeFlags(["-Xlinker", "--wrap=\(validation)"])]

/// Commands parse arguments and print. Optimizing them would take a tenth of the build time, for nothing.
func settings(of name: String) -> [SwiftSetting] {
    func flags(_ flags: String..., in configuration: BuildConfiguration) -> [SwiftSetting] {
        settings + [.unsafeFlags(flags, .when(configuration: configuration))]
    }
    if name.hasSuffix("Command") { return flags("-Onone", "-assert-config", "Release", in: .release) }
    guard isOptimized, hot.contains(name) else { return settings }
    return flags("-O", "-wmo", "-num-threads", "2", "-assert-config", "Debug", in: .debug)
}

/// Declares a library target in a folder of `Sources`.
func layer(_ name: String, in folder: String, _ dependencies: Dependencies...) -> Target {
    library(name, "Sources/\(folder)", dependencies)
}

/// Declares code that several test targets use.
func support(_ name: String, _ dependencies: Dependencies...) -> Target {
    library(name, "Tests", dependencies)
}

func library(_ name: String, _ folder: String, _ dependencies: [Dependencies]) -> Target {
    .target(
        name: name, dependencies: dependencies.flatMap(\.all), path: "\(folder)/\(name)",
        swiftSettings: settings(of: name))
}

func tests(_ name: String, _ dependencies: Dependencies..., exclude: [String] = []) -> Target {
    .testTarget(
        name: name, dependencies: dependencies.flatMap(\.all), exclude: exclude,
        swiftSettings: settings(of: name))
}

/// Declares a program. Those in `Tests` run long checks and are started by `make`.
func program(
    _ name: String, in folder: String = "Tests", _ dependencies: Dependencies..., exclude: [String] = []
) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies.flatMap(\.all), path: "\(folder)/\(name)", exclude: exclude,
        swiftSettings: settings)
}

/// Declares a C library that loads another library at run time. A macro enables its code with the trait.
func shim(_ name: String, in folder: String, trait: String) -> Target {
    .target(
        name: name, dependencies: ["CLibrary"], path: "Sources/\(folder)/\(name)",
        cSettings: [.define("ILK_\(trait.uppercased())", .when(traits: [trait]))])
}

/// One dependency, or several that many targets share. `RepositoryTests` reads the constants.
struct Dependencies: ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
    let all: [Target.Dependency]

    init(all: [Target.Dependency]) { self.all = all }
    init(stringLiteral name: String) { all = [.byName(name: name)] }
    init(arrayLiteral parts: Dependencies...) { all = parts.flatMap(\.all) }

    static func product(_ name: String, _ package: String) -> Self {
        Self(all: [.product(name: name, package: package)])
    }
    static func server(_ name: String, _ package: String) -> Self {
        Self(all: [.product(name: name, package: package, condition: .when(traits: ["Server"]))])
    }
    static func when(_ trait: String, _ names: String...) -> Self {
        Self(all: names.map { .byName(name: $0, condition: .when(traits: [trait])) })
    }

    static let grdb: Self = .product("GRDB", "GRDB.swift")
    static let sqlite: Self = .product("GRDBSQLite", "GRDB.swift")
    static let logging: Self = .product("Logging", "swift-log")
    static let inMemoryLogging: Self = .product("InMemoryLogging", "swift-log")
    static let metrics: Self = .product("Metrics", "swift-metrics")
    static let metricsTestKit: Self = .product("MetricsTestKit", "swift-metrics")
    static let arguments: Self = .product("ArgumentParser", "swift-argument-parser")
    static let yams: Self = .product("Yams", "Yams")

    static let debug: Self = ["IlkDebug", "IlkDebugStore"]
    static let models: Self = ["IlkLearning", "IlkModels", "IlkPipeline", .rules]
    static let records: Self = ["IlkStore", "IlkVocabulary", .grdb, .logging]
    static let rules: Self = ["IlkRules", "IlkRuleTools", "IlkText"]
    static let storeTests: Self = ["StoreTestSupport", "TestSupport"]
    static let sync: Self = ["IlkStore", "IlkSync", "IlkSyncStore"]
    static let values: Self = ["IlkFraming", "IlkVocabulary"]
    static let command: Self = [
        "Ilk", "IlkConsole", "IlkFiles", "IlkStore", "IlkVerdictConsole", "IlkVocabulary", .arguments,
    ]
}

let package = Package(
    name: "ilk",
    platforms: [.macOS(.v15)],
    products: [
        // Verdicts only. Neither GRDB nor any other part of the storage layers is compiled.
        .library(name: "IlkPipeline", targets: ["IlkPipeline", "IlkVocabulary"]),
        .library(name: "IlkText", targets: ["IlkText", "IlkVocabulary"]),
        .library(name: "IlkSentences", targets: ["IlkSentences", "IlkVocabulary"]),
        .library(
            name: "Ilk",
            targets: [
                "Ilk", "IlkFiles", "IlkFraming", "IlkLearning", "IlkLog", "IlkModels", "IlkPipeline",
                "IlkRules", "IlkRuleTools", "IlkStore", "IlkText", "IlkTraining", "IlkVocabulary",
            ]),
        .library(
            name: "IlkTransport",
            targets: ["IlkTransport", "IlkLog", "IlkStore", "IlkSync", "IlkSyncStore", "IlkVocabulary"]),
        .library(
            name: "IlkCalls", targets: ["IlkCalls", "IlkStore", "IlkTransport", "IlkVocabulary", "Monica"]),
        .library(name: "IlkUsage", targets: ["IlkUsage", "IlkStore", "IlkSync", "IlkVocabulary"]),
        .library(name: "IlkCloudKit", targets: ["IlkCloudKit", "IlkSyncStore", "IlkTransport"]),
        .library(name: "IlkServer", targets: ["IlkServer", "Ilk", "IlkAPI", "IlkSyncStore"]),
        // Debug events: their type in every build, their logger and shipper in debug builds only.
        .library(name: "IlkDebug", targets: ["IlkDebug", "IlkVocabulary"]),
        .executable(name: "ilk", targets: ["IlkProgram"]),
        .executable(name: "ilk-core", targets: ["IlkCoreProgram"]),
    ]  // And a library that tests load into the program.
        + (isOptimized ? [.library(name: "FaultyCalls", type: .dynamic, targets: ["FaultyCalls"])] : []),
    // Mail import with GMime, PDF reports with Pango and cairo, sync over HTTP with libcurl: libraries that
    // are loaded when they are needed. `CloudKit`, off by default, adds sync with CloudKit to `ilk`.
    traits: [
        .trait(name: "Mail"), .trait(name: "Network"), .trait(name: "Reports"), .trait(name: "Server"),
        .trait(name: "CloudKit", enabledTraits: ["Network"]),
        .default(enabledTraits: ["Mail", "Network", "Reports", "Server"]),
    ],
    dependencies: [
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        // Layer 0
        .target(name: "CDigest", path: "Sources/Core/CDigest", cSettings: optimizedC),
        // Layer 1
        .target(
            name: "CICU", path: "Sources/Core/CICU", cSettings: optimizedC,
            linkerSettings: [.linkedLibrary("icuuc"), .linkedLibrary("icudata")]),
        .systemLibrary(
            name: "SystemGMime", path: "Sources/Applications/Mail/SystemGMime", pkgConfig: "gmime-3.0",
            providers: [.apt(["libgmime-3.0-dev"])]),
        .systemLibrary(
            name: "SystemXML", path: "Sources/Applications/Mail/SystemXML", pkgConfig: "libxml-2.0",
            providers: [.apt(["libxml2-dev"])]),
        .systemLibrary(
            name: "SystemPango", path: "Sources/Applications/Calls/SystemPango", pkgConfig: "pangocairo",
            providers: [.apt(["libpango1.0-dev"])]),
        .target(name: "CLibrary", path: "Sources/Core/CLibrary"),
        .target(name: "CProcess", path: "Sources/CommandLine/CProcess", linkerSettings: unvalidated),
        .target(
            name: "CSQLite", path: "Sources/Storage/CSQLite", linkerSettings: [.linkedLibrary("sqlite3")]),
        .target(name: "IlkDefaults", path: "Sources/Core/IlkDefaults"),
        .target(name: "IlkPageFiles", path: "Sources/Service/IlkPageFiles"),
        layer("IlkVocabulary", in: "Core", "CDigest"),
        // Layer 2
        layer("IlkFiles", in: "Storage", "IlkVocabulary"),
        layer("IlkFraming", in: "Core", "IlkVocabulary"),
        layer("IlkRedaction", in: "Core", "IlkVocabulary"),
        layer("IlkSentences", in: "Core", "CICU", "IlkDefaults", "IlkVocabulary"),
        shim("CGMime", in: "Applications/Mail", trait: "Mail"),
        shim("CHTTP", in: "Sync", trait: "Network"),
        shim("CKey", in: "Sync", trait: "Network"),
        shim("CReport", in: "Applications/Calls", trait: "Reports"),
        .target(
            name: "CGzip", path: "Sources/Applications/Debug/CGzip", linkerSettings: [.linkedLibrary("z")]),
        layer("IlkSync", in: "Sync", "IlkVocabulary"),
        // Layer 3
        layer(
            "IlkStore", in: "Storage", "CSQLite", "IlkFiles", "IlkVocabulary", .grdb, .sqlite, .logging,
            .metrics),
        layer("IlkDebug", in: "Applications/Debug", .values, "IlkRedaction", .logging),
        layer("IlkHTTP", in: "Service", .values),
        layer("IlkText", in: "Core", "CICU", "IlkDefaults", .values),
        // Layer 4
        layer("IlkRules", in: "Core", "CICU", "IlkText", "IlkVocabulary", .yams),
        layer("IlkModels", in: "Core", "CICU", "IlkText", "IlkVocabulary"),
        layer("IlkLog", in: "Storage", .values, "IlkRedaction", "IlkStore", .grdb, .logging),
        layer("IlkCalls", in: "Applications/Calls", .records),
        layer(
            "IlkMail", in: "Applications/Mail", .when("Mail", "CGMime"), "IlkStore", "IlkVocabulary", .grdb),
        layer("IlkUsage", in: "Applications/Usage", .values, "IlkStore", "IlkSync", .grdb, .logging),
        layer("IlkDebugStore", in: "Applications/Debug", "CGzip", "IlkDebug", "IlkRedaction", .records),
        // Layer 5
        layer("IlkConsole", in: "CommandLine", "IlkFiles", .values, "IlkRedaction", "IlkStore", .arguments),
        layer("IlkRuleTools", in: "Core", "IlkRules", "IlkText", "IlkVocabulary", .yams),
        layer("IlkTraining", in: "Learning", "IlkModels", "IlkText", "IlkVocabulary"),
        layer("IlkPipeline", in: "Core", "IlkDefaults", "IlkModels", "IlkRules", "IlkText", "IlkVocabulary"),
        layer("IlkSyncStore", in: "Sync", "IlkStore", "IlkSync", "IlkVocabulary", .grdb),
        // Layer 6
        layer(
            "IlkLearning", in: "Learning", "IlkFiles", .values, "IlkModels", "IlkPipeline", .rules,
            "IlkTraining"),
        // Layer 7
        layer("IlkTransport", in: "Sync", "CHTTP", "IlkDebug", "IlkLog", .sync, "IlkVocabulary"),
        layer(
            "Ilk", in: "Service", "IlkLog", "IlkFiles", .values, .models, "IlkSentences", "IlkStore",
            "IlkTraining"),
        // Layer 8
        layer("IlkCloudKit", in: "Sync", "CKey", .sync, "IlkTransport", "IlkVocabulary"),
        layer("Monica", in: "Applications/Calls", "IlkCalls", .sync, "IlkTransport", "IlkVocabulary"),
        layer(
            "IlkAPI", in: "Service", "CGzip", "Ilk", "IlkCalls", .debug, .values, "IlkFiles", "IlkHTTP",
            "IlkLearning", "IlkLog", "IlkMail", "IlkModels", "IlkPipeline", .rules, .sync, "IlkTransport",
            "IlkUsage", .logging, .metrics),
        layer(
            "IlkVerdictConsole", in: "CommandLine", "Ilk", "IlkConsole", "IlkFiles", .values, .models,
            "IlkLog", "IlkRedaction", "IlkSentences", "IlkStore", .arguments),
        // Layer 9
        layer(
            "IlkServer", in: "Service", "IlkAPI", .debug, "IlkHTTP", "IlkSyncStore", "IlkVocabulary",
            .logging,
            .metrics, .server("HTTPTypes", "swift-http-types"),
            .server("HummingbirdCore", "hummingbird"), .server("NIOCore", "swift-nio"),
            .server("NIOHTTP1", "swift-nio"), .server("NIOPosix", "swift-nio"),
            .server("ServiceLifecycle", "swift-service-lifecycle")),
        layer(
            "IlkPage", in: "Service", "IlkAPI", .values, "IlkHTTP", "IlkPageFiles", "IlkStore",
            "IlkSyncStore", .server("Mustache", "swift-mustache")),
        layer("IlkRulesCommand", in: "CommandLine", .command, .models),
        layer(
            "IlkSyncCommand", in: "Sync", .command, "IlkLog", "IlkSync", "IlkSyncStore", "IlkTransport",
            .when("CloudKit", "IlkCloudKit")),
        layer("IlkDebugCommand", in: "Applications/Debug", .command, .debug, "IlkPipeline"),
        layer("IlkMailCommand", in: "Applications/Mail", .command, "IlkMail", "IlkPipeline", "IlkRules"),
        // Layer 10
        layer(
            "IlkCommand", in: "CommandLine", "CProcess", .command, "IlkFraming", "IlkLearning", "IlkLog",
            "IlkModels", "IlkPipeline", "IlkRedaction", "IlkRules", "IlkRulesCommand", "IlkText",
            "IlkTraining"),
        layer(
            "IlkCallsCommand", in: "Applications/Calls", "CReport", .command, "IlkCalls", "IlkFraming",
            "IlkPipeline", "IlkRules", "IlkSyncCommand", "IlkTransport", "Monica"),
        layer(
            "IlkUsageCommand", in: "Applications/Usage", .command, "IlkFraming", "IlkPipeline", "IlkRules",
            "IlkSyncCommand", "IlkUsage"),
        // Layer 11
        layer(
            "IlkServeCommand", in: "Service", "CProcess", .command, "IlkCalls", "IlkCallsCommand",
            "IlkCommand",
            .debug, "IlkDebugCommand", "IlkAPI", "IlkLog", "IlkPage", "IlkServer", "IlkRedaction", "IlkSync",
            "IlkUsage", "IlkSyncCommand", "IlkSyncStore", .metrics),
        program("IlkCoreProgram", in: "Sources/CommandLine", "IlkCommand"),
        // Layer 12
        program(
            "IlkProgram", in: "Sources/CommandLine", .command, "IlkCalls", "IlkCallsCommand", "IlkCommand",
            "IlkDebugCommand", "IlkDebugStore", "IlkLearning", "IlkMail", "IlkMailCommand", "IlkModels",
            "IlkServeCommand", "IlkSyncCommand", "IlkSyncStore", "IlkUsage", "IlkUsageCommand"),
        // Programs that create shipped files. They belong to no product.
        program("FormalityFit", in: "Tools", "IlkText"),
        // Tests
        tests("RepositoryTests", .models, "IlkTraining", "IlkVocabulary", exclude: ["exceptions.json"]),
        support("TestSupport", "CGzip"),
        tests("IlkRulesTests", "CICU", .rules, "IlkVocabulary", "RuleTestSupport", "TestSupport"),
        tests(
            "IlkRuleToolsTests", .rules, "IlkVocabulary", "RuleTestSupport", "TestSupport", .yams,
            exclude: ["Goldens"]),
        // Packs, layers and shipped rules for tests of rules.
        support("RuleTestSupport", "ICUExpressions", .rules, "IlkVocabulary"),
        .target(
            name: "ICUExpressions", path: "Tests/ICUExpressions", linkerSettings: [.linkedLibrary("icui18n")]),
        tests("IlkLearningTests", .models, .values, "IlkTraining", "ModelTestSupport", "TestSupport"),
        // Small models trained on generated texts.
        support("ModelTestSupport", "IlkLearning", "IlkModels", "IlkText", "IlkTraining", "IlkVocabulary"),
        tests(
            "IlkModelsTests", "IlkLearning", "IlkModels", "IlkText", "IlkTraining", "IlkVocabulary",
            "ModelTestSupport", "TestSupport"),
        tests("IlkFramingTests", .values, "TestSupport"),
        tests(
            "IlkCommandTests", "Ilk", "IlkCallsCommand", "IlkCommand", "IlkConsole", "IlkDebugCommand",
            .values, "IlkLearning", "IlkLog", "IlkModels", "IlkProgram", "IlkRulesCommand", "IlkStore",
            "IlkUsageCommand", "IlkVerdictConsole", "TestSupport", .arguments),
        tests("IlkFilesTests", "IlkFiles", "StoreTestSupport"),
        tests(
            "EndToEndTests", "DebugTestSupport", "IlkProgram", .debug, "IlkCalls", "IlkLog", "IlkMail",
            "IlkStore", "IlkTransport", "IlkVocabulary", .storeTests),
        tests(
            "IlkTests", "Ilk", "IlkCallsCommand", "IlkCalls", "IlkLog", .values, .models, "IlkStore",
            "IlkFiles", "LearningTestSupport", "RetrainProof", .storeTests),
        // Training texts, and retraining during classification.
        support(
            "LearningTestSupport", "Ilk", "IlkLearning", "IlkLog", "IlkPipeline", "IlkStore",
            "IlkVocabulary", "IlkFiles", .storeTests),
        program("RetrainProof", "Ilk", "LearningTestSupport"),
        // Devices, a hub and a network that are controlled by a seed, with injected faults.
        support("SyncSimulation", "IlkSync", "Monica", "TestSupport"),
        program("SyncProof", "CloudKitSimulation", "SyncSimulation"),
        // The simulation with CloudKit: all code between the engine and the web service.
        support("CloudKitSimulation", "IlkCloudKit", .sync, "IlkTransport", "SyncSimulation", "TestSupport"),
        tests("IlkSyncTests", "IlkSync", "IlkVocabulary", "SyncSimulation", "TestSupport"),
        // A common contract test for all transports to a hub.
        support("SyncTestSupport", .sync, "IlkTransport", "StoreTestSupport"),
        tests("IlkSyncStoreTests", .sync, .storeTests, "SyncSimulation", "SyncTestSupport"),
        tests(
            "IlkTransportTests", "DebugTestSupport", "IlkDebug", "IlkLog", "IlkUsage", .sync, "IlkTransport",
            "IlkVocabulary", .storeTests, "SyncSimulation", "SyncTestSupport"),
        tests(
            "IlkCloudKitTests", "CloudKitSimulation", "IlkCloudKit", .sync, "IlkTransport", "IlkVocabulary",
            .storeTests, "SyncTestSupport"),
        tests(
            "MonicaTests", "IlkCalls", .sync, "IlkTransport", "IlkVocabulary", "Monica", .storeTests,
            "SyncSimulation", "SyncTestSupport"),
        tests(
            "IlkServerTests", "DebugTestSupport", "Ilk", .debug, "IlkUsage", "IlkAPI", "IlkHTTP", "IlkServer",
            .sync, "IlkTransport", "IlkVocabulary", "IlkFiles", .storeTests, "SyncTestSupport",
            .product("NIOCore", "swift-nio"), .product("NIOEmbedded", "swift-nio"),
            .product("NIOHTTP1", "swift-nio")),
        tests("IlkHTTPTests", "IlkHTTP", .values),
        tests(
            "IlkAPITests", "IlkAPI", "Ilk", "IlkCalls", .debug, "IlkFiles", "IlkHTTP", "IlkLearning",
            "IlkLog", "IlkMail", "IlkModels", "IlkUsage",
            "IlkPage", "IlkPipeline", "IlkTraining", .sync, .values, .storeTests, "SyncTestSupport"),
        // Checks that every input grammar is read in linear time, by repeating its tokens.
        tests(
            "GrowthTests", "CGzip", "Ilk", "IlkConsole", "IlkCallsCommand", "IlkDebugCommand", "IlkSentences",
            "IlkUsageCommand", "IlkCommand", .debug, "IlkCalls", "IlkLog", "IlkMail", .values, "IlkPipeline",
            "IlkRedaction", .rules, "IlkStore", "IlkLearning", "IlkVerdictConsole", "TestSupport", .grdb),
        tests("IlkVocabularyTests", "IlkVocabulary"),
        // A controlled clock, servers with controlled failures, and millions of events through them.
        support("DebugTestSupport", .debug, "IlkStore", "IlkVocabulary", "TestSupport"),
        program("DebugProof", "DebugTestSupport", .debug, "IlkStore", "IlkTransport"),
        tests(
            "IlkDebugTests", "DebugTestSupport", "IlkDebug", "IlkRedaction", "IlkVocabulary", .storeTests,
            .logging),
        tests(
            "IlkTextTests", "LanguageModelBuilder", "AllocationCounter", "CICU", "IlkText", "IlkVocabulary",
            "SegmentationOracle", "TestSupport"),
        tests("IlkSentencesTests", "AllocationCounter", "IlkSentences", "IlkVocabulary", "TestSupport"),
        .target(name: "AllocationCounter", path: "Tests/AllocationCounter"),
        // References for the segmenter: plain ICU, texts at block boundaries, injected faults.
        support("SegmentationOracle", "CICU", "IlkText", "IlkVocabulary", "TestSupport"),
        program("SegmentationProof", "AllocationCounter", "IlkText", "SegmentationOracle"),
        program(
            "LanguageModelBuilder", in: "Tools", .values, "IlkText", exclude: ["collect.py", "peers.py"]),
        // SQLite from plain C, the upper limit for the journal's insert rate.
        .target(name: "RawInsert", path: "Tests/RawInsert", linkerSettings: [.linkedLibrary("sqlite3")]),
        // A library for LD_PRELOAD with failing system calls and wrong clocks.
        .target(name: "FaultyCalls", path: "Tests/FaultyCalls"),
        // A VFS for SQLite with controlled failures.
        .target(name: "FaultyDisk", path: "Tests/FaultyDisk", linkerSettings: [.linkedLibrary("sqlite3")]),
        support("StoreTestSupport", "IlkCalls", "IlkStore", "IlkVocabulary", "TestSupport", .grdb),
        // Random operations on a mail store, and messages of all types, including malformed ones.
        support("MailTestSupport", "IlkMail", "IlkStore", "TestSupport"),
        // Compiles our declarations of GMime, libxml2, Pango and cairo together with their headers.
        support("LibraryCheck", .when("Mail", "SystemGMime", "SystemXML"), .when("Reports", "SystemPango")),
        // Counts after a million operations, a comparison with GMime, and fuzzing targets for libFuzzer.
        .target(
            name: "GMimeBaseline", dependencies: Dependencies.when("Mail", "CGMime", "SystemGMime").all,
            path: "Tests/GMimeBaseline", cSettings: [.define("ILK_MAIL", .when(traits: ["Mail"]))],
            linkerSettings: [.linkedLibrary("sqlite3")]),
        program(
            "MailProof", "GMimeBaseline", "IlkMail", "IlkStore", "MailTestSupport", "TestSupport",
            exclude: ["Corpus"]),
        // The second process in tests of stores.
        program(
            "StoreProbe", "FaultyDisk", "IlkLog", "IlkMail", "IlkUsage", .records, "RawInsert",
            "TestSupport"),
        tests(
            "IlkStoreTests", .records, "StoreProbe", .storeTests, .inMemoryLogging, .metricsTestKit,
            .metrics),
        tests(
            "RecordStoreTests", "DebugTestSupport", .debug, "IlkCalls", "IlkLog", "IlkMail", "IlkUsage",
            .values, "IlkRedaction", "IlkStore", "StoreProbe", "MailTestSupport", .storeTests, .grdb,
            .inMemoryLogging, .logging),
    ]
)
