/// The inputs of all suites, read once.
enum ProjectSources {
    /// The Swift files in `Sources`.
    static let sources: Result<[SwiftSource], any Error> = Result {
        try Tree.swiftSources(under: ["Sources"])
    }
    /// All Swift files.
    static let everything: Result<[SwiftSource], any Error> = Result {
        try Tree.swiftSources(under: ["Sources", "Tests", "Tools", "Examples"])
            + [SwiftSource(path: "Package.swift", text: Tree.bytes("Package.swift"))]
    }
    static let table = Result { LayerTable(try Tree.text("ARCHITECTURE.md")) }
    static let manifest = Result { PackageManifest(try Tree.text("Package.swift")) }
}

/// Returns violations as lines, for the message of an expectation.
func listed(_ violations: [String]) -> String { "\n" + violations.joined(separator: "\n") }
