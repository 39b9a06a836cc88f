import IlkConsole
import ArgumentParser
import IlkLearning
import IlkVocabulary

/// Checks every file of the registry against its digest.
struct ModelVerifyCommand: ParsableCommand, DescribedCommand {
    static let help = CommandText(
        "verify",
        abstract: "Check the files of all versions against their digests.",
        discussion: """
            Also checks that each model can be read and has its recorded digest, that no other user can \
            change the files, and that no earlier change was interrupted. Exits with 1 if a check \
            fails.
            """,
        after: ModelCommand.preparation,
        examples: [
            "Check all versions": "ilk model verify --taxonomy weather",
            "Check one version": "ilk model verify 1.0.0 --taxonomy weather",
        ])

    @Argument(help: "The versions. (default: all, and their history)")
    var versions: [String] = []

    @OptionGroup var shown: ShownRegistryOptions

    func run() throws {
        let (registry, console) = try shown.registry.open()
        try RegistryCheck(registry: registry, format: shown.format, console: console).run(versions)
    }
}

/// A check of the files of versions against their digests.
struct RegistryCheck {
    let registry: ModelRegistry
    let format: OutputFormat
    let console: Console

    /// The problems of one version, or of the registry if `version` is `nil`.
    private typealias Finding = (version: String?, problems: [String])

    /// Checks the given versions, or all versions and the registry.
    ///
    /// - Throws: `checkFailed` without a message if there is a problem; errors of the registry.
    func run(_ versions: [String] = []) throws {
        var findings: [Finding] = []
        let all = try registry.versions() + (registry.hasBuiltIn ? [ModelRegistry.builtIn] : [])
        for name in try versions.isEmpty ? all : versions.map({ try registry.find($0) }) {
            findings.append((name, try registry.problems(of: name)))
        }
        if versions.isEmpty { findings.append((nil, try registry.problems())) }
        try console.write(
            records: findings.map { ["version": $0.version, "problems": $0.problems] as JSONObject },
            as: format
        ) { text(findings) }
        if !findings.allSatisfy(\.problems.isEmpty) { throw CommandError(.checkFailed, "") }
    }

    private func text(_ findings: [Finding]) -> String {
        var fields = FieldList(console)
        for finding in findings {
            let name = finding.version ?? "registry"
            if finding.problems.isEmpty { fields.add(name, "OK") }
            for problem in finding.problems { fields.add(name, problem) }
        }
        return fields.rendered
    }
}
