import ArgumentParser
import Ilk
import IlkConsole
import IlkFiles
import IlkRuleTools
import IlkRules
import IlkVerdictConsole

/// Compiles rule packs into one file.
struct RulesCompileCommand: ParsableCommand, DescribedCommand {
    static let help = CommandText(
        "compile",
        abstract: "Compile rule packs into one file that loads faster.",
        discussion: """
            The file contains the rules without their examples. Versions of ilk with another file format \
            reject the file. The same packs always give the same file, byte for byte.
            """,
        examples: [
            "Compile the built-in rules": "ilk rules compile -o mine.ilkrules",
            "Use it": "echo 'y = 2;' | ilk classify --rules mine.ilkrules",
        ])

    @OptionGroup var rules: RulePackOptions

    @Option(
        name: .shortAndLong, "The output file of compiled rules.", value: OutputFile.valueName,
        completion: .file(extensions: ["ilkrules"]))
    var output: OutputFile

    @OptionGroup var replacing: ReplacingOptions

    @OptionGroup var display: DisplayOptions

    func run() throws {
        let console = Console.standard(display)
        try PackCompilation(output: output.path, isForced: replacing.force, console: console)
            .run(rules.read(console.folders))
    }
}

/// A compilation of rule packs.
struct PackCompilation {
    var output: String
    /// `true` if an existing file may be replaced.
    var isForced = false
    var console: Console

    /// Checks, compiles and writes the packs.
    ///
    /// - Throws: `badConfiguration` with all problems if the packs do not compile; `cannotCreate` and
    ///   `inputOutput` if the file cannot be written.
    func run(_ packs: RulePackSources) throws {
        try packs.rejectCompiled("the rules are already compiled", do: "compile")
        let target = try OutputTarget(output, isForced: isForced, inputs: packs.files)
        let ruleSet = try packs.ruleSet(telling: console, otherwise: "nothing was written")
        let bytes = CompiledRules.bytes(of: ruleSet, from: packs.sources)
        // Read the output once before it is written, as a check.
        _ = try bytes.withUnsafeBytes { try CompiledRules.ruleSet(from: $0, taxonomy: packs.taxonomy) }
        try target.write(bytes)
        console.note(
            "\(output): \(DecimalText.counted(ruleSet.rules.count, "rule")), \(DecimalText.size(bytes.count))"
        )
    }
}

extension RulePackSources {
    /// Returns the rules of the packs. Reports the expressions that can reach the step limit, or all errors
    /// if the packs do not compile.
    ///
    /// - Parameter consequence: The consequence of an error, for the message.
    /// - Throws: `badConfiguration` if the packs do not compile.
    func ruleSet(telling console: Console, otherwise consequence: String) throws(CommandError) -> RuleSet {
        let result = load(console.folders)
        if let ruleSet = result.ruleSet {
            console.warn(of: ruleSet)
            return ruleSet
        }
        let errors = result.diagnostics.filter { $0.severity == .error }
        console.writeMessage(ProblemText(console: console).text(errors))
        noteMissing(errors, telling: console)
        throw CommandError(
            .badConfiguration, "\(DecimalText.counted(errors.count, "error")): \(consequence)", at: name)
    }

    /// Suggests `--on-top` if a missing rule may be one of the active rules.
    func noteMissing(_ problems: [RuleDiagnostic], telling console: Console) {
        let isMissed = problems.contains {
            ($0.code == .unknownOverride || $0.code == .unknownRule) && $0.hint?.hasPrefix("did you") != true
        }
        guard isSingleLayer, isMissed else { return }
        console.note("a missing rule may be one of the active rules: load these too with --on-top")
    }
}
