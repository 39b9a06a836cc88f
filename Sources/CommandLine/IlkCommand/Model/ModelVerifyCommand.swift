import IlkConsole
import ArgumentParser
import IlkLearning

/// Holds every file of the registry to its digest.
struct ModelVerifyCommand: ParsableCommand, DescribedCommand {
    static let help = CommandText(
        "verify",
        abstract: "Hold every file of every version to its digest.",
        discussion: """
            Also that each model can be read, that its content has the digest that it states, that nobody else may \
            change it, and that nothing was left half done. Ends with 1 when something is wrong.
            """,
        after: ModelCommand.preparation,
        examples: [
            "All versions": "ilk model verify --taxonomy weather",
            "One of them": "ilk model verify 1.0.0 --taxonomy weather",
        ])

    /// What is wrong with one version; without a version, with the registry beside them.
    private typealias Finding = (version: String?, problems: [String])

    @Argument(help: "The versions. (default: all, and the registry beside them)")
    var versions: [String] = []

    @Option(help: "The shape of the output.")
    var format: OutputFormat = .text

    @OptionGroup var registry: RegistryOptions

    func run() throws {
        let (registry, console) = registry.open()
        var findings: [Finding] = []
        let all = try registry.versions() + (registry.hasBuiltIn ? [ModelRegistry.builtIn] : [])
        for name in try versions.isEmpty ? all : versions.map({ try registry.find($0) }) {
            findings.append((name, try registry.problems(of: name)))
        }
        if versions.isEmpty { findings.append((nil, try registry.problems())) }
        try console.write(
            records: findings.map { ["version": $0.version, "problems": $0.problems] as JSONObject },
            as: format
        ) {
            Self.text(findings, console)
        }
        if !findings.allSatisfy(\.problems.isEmpty) { throw CommandFailure(.negative, "") }
    }

    private static func text(_ findings: [Finding], _ console: Console) -> String {
        var fields = FieldList(console)
        for finding in findings {
            let name = finding.version ?? "registry"
            if finding.problems.isEmpty { fields.add(name, "whole") }
            for problem in finding.problems { fields.add(name, problem) }
        }
        return fields.rendered
    }
}
