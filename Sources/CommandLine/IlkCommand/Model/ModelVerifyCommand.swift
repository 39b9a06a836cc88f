import IlkConsole
import IlkRules
import ArgumentParser
import IlkLearning

/// Holds every file of the registry to its digest.
struct ModelVerifyCommand: ParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Hold every file of every version to its digest.",
        discussion: """
            Also that each model can be read, that its content has the digest that it states, that nobody else may \
            change it, and that nothing was left half done. Ends with 1 when something is wrong.
            """
    )

    static let examples =
        ModelCommand.preparation + [
            CommandExample("All versions", "ilk model verify --taxonomy weather"),
            CommandExample("One of them", "ilk model verify 1.0.0 --taxonomy weather"),
        ]

    /// What is wrong with one version, or with the registry beside them.
    struct Finding: Encodable {
        /// Missing for the registry itself.
        var version: String?
        var problems: [String]
    }

    @Argument(help: "The versions. (default: all, and the registry beside them)")
    var versions: [String] = []

    @Option(help: "The shape of the output.")
    var format: OutputFormat = .text

    @OptionGroup var registry: RegistryOptions
    @OptionGroup var display: DisplayOptions

    func run() throws {
        let console = Console.standard(display)
        let registry = registry.registry(console)
        var findings: [Finding] = []
        let all = try registry.versions() + (registry.hasBuiltIn ? [ModelRegistry.builtIn] : [])
        for name in try versions.isEmpty ? all : versions.map({ try registry.find($0) }) {
            findings.append(Finding(version: name, problems: try registry.problems(of: name)))
        }
        if versions.isEmpty { findings.append(Finding(version: nil, problems: try registry.problems())) }
        switch format {
        case .json: try console.write(json: findings)
        case .ndjson: for finding in findings { try console.write(json: finding, isPretty: false) }
        case .text: console.output.append(Self.text(findings, console))
        }
        try console.output.flush()
        if !findings.allSatisfy(\.problems.isEmpty) { throw CommandFailure(.negative, "") }
    }

    private static func text(_ findings: [Finding], _ console: Console) -> String {
        var fields = FieldList(style: console.style, columns: console.columns)
        for finding in findings {
            let name = finding.version ?? "registry"
            if finding.problems.isEmpty { fields.add(name, "whole") }
            for problem in finding.problems { fields.add(name, problem) }
        }
        return fields.rendered
    }
}
