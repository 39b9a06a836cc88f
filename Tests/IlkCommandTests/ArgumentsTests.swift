import IlkVerdictConsole
import ArgumentParser
import Ilk
import IlkVocabulary
import Foundation
import Testing

@testable import IlkCommand
@testable import IlkConsole
@testable import IlkProgram
@testable import IlkRulesCommand

/// The complete command tree.
private struct WholeTree: DescribedCommand {
    static let help = CommandText(
        "ilk", abstract: "",
        subcommands: [
            ClassifyCommand.self, ExplainCommand.self, FeaturesCommand.self, TrainCommand.self,
            EvalCommand.self, ReviewCommand.self,
            RetrainCommand<FullEdition>.self, LogCommand<FullEdition>.self, RulesCommand.self,
        ])
}

@Suite("Arguments") struct ArgumentsTests {
    private func parse<Command: ParsableCommand>(_ line: String, _: Command.Type = Command.self) throws
        -> Command
    {
        try #require(try WholeTree.parseAsRoot(line.split(separator: " ").map(String.init)) as? Command)
    }

    @Test func `classify reads one text from standard input by default`() throws {
        let command = try parse("classify", ClassifyCommand.self)
        #expect(command.input.framing == .whole)
        #expect(command.input.records().inputs == [.standardInput])
        #expect(
            command.stream.outputFormat == .text && command.stream.onError == .emit
                && command.classifierOptions.classifier == .fused
        )
        #expect(command.input.maxText.bytes == 1 << 20 && command.input.maxRecord.bytes == 1 << 20)
    }

    @Test(arguments: [
        ("classify", true, true), ("classify", false, false), ("classify -", true, false),
        ("classify mail.txt", true, false),
    ])
    func `a bare call at a terminal prints a hint`(line: String, isTerminal: Bool, says: Bool) throws {
        let input = try parse(line, ClassifyCommand.self).input
        let hint = input.hint(for: "ilk classify", isTerminal: isTerminal)
        #expect(hint?.hasPrefix("ilk classify: reading from the terminal") ?? false == says)
        #expect(hint?.split(separator: "\n").count ?? 1 == 1)
    }

    @Test func `classify accepts all its options`() throws {
        let command = try parse(
            """
            classify --ndjson --text-field body --model m.ilk --rules none --classifier bayes --log \
            --log-file l.sqlite --top 3 --threshold 0.5 --on-error stop --max-text 64K --max-record 2MiB \
            --color never --quiet --replace a.jsonl -- -x
            """, ClassifyCommand.self)
        #expect(command.input.framing == .ndjson(field: "body"))
        #expect(command.input.records().inputs == [.path("a.jsonl"), .path("-x")])
        #expect(
            command.stream.outputFormat == .ndjson && command.replace && command.log && command.display.quiet)
        #expect(command.classifierOptions.ruleStack == .none && command.classifierOptions.model == "m.ilk")
        #expect(command.input.maxText.bytes == 65_536 && command.input.maxRecord.bytes == 2 << 20)
    }

    @Test(arguments: [
        ("", RuleStack.default), ("--rules built-in", .builtIn), ("--rules none", .none),
        ("--rules a --rules b", RuleStack([.builtIn, .system, .user, .files("a"), .files("b")])),
        ("--rules none --rules a", RuleStack([.files("a")])),
        ("--rules a --rules none --rules ./none", RuleStack([.files("./none")])),
        ("--rules built-in --rules a", RuleStack([.builtIn, .files("a")])),
    ])
    func `rule choices are layers and later ones are on top`(options: String, stack: RuleStack) throws {
        #expect(try parse("classify \(options)", ClassifyCommand.self).classifierOptions.ruleStack == stack)
    }

    @Test(arguments: ["-1", "-12", "0f3a9c1b"])
    func `log correct accepts an entry by position or by id`(entry: String) throws {
        let command = try parse("log correct \(entry) email --by ana --log-file l", LogCorrectCommand.self)
        #expect(command.words == [entry, "email"] && command.by == "ana")
    }

    @Test func `log correct accepts labels that begin with a hyphen after two hyphens`() throws {
        for line in ["log correct -1 --by ana -- -x", "log correct -- -1 -x", "log correct -1 email -- -x"] {
            _ = try parse(line, LogCorrectCommand.self)
        }
        for line in ["log correct -1 -x", "log correct -1 --", "log correct -x -- y"] {
            let words = line.split(separator: " ").map(String.init)
            #expect(throws: (any Error).self) { try WholeTree.parseAsRoot(words) }
        }
    }

    private static let thresholds: [(argument: String, label: String?, probability: Double)] = [
        ("0.9", nil, 0.9), ("a=0.9", "a", 0.9), ("a=b=0.9", "a=b", 0.9), ("a==1", "a=", 1),
        ("a=b=never", "a=b", 2),
    ]

    @Test(arguments: thresholds)
    func `a threshold of a label is the part behind the last equals sign`(
        argument: String, label: String?, probability: Double
    ) {
        let choice = ThresholdChoice(argument: argument)
        #expect(choice?.category?.rawValue == label && choice?.probability == probability)
    }

    @Test func `a threshold without a label or a number is rejected`() {
        for text in ["", "=0.9", "a=", "a=b", "a=b=2"] { #expect(ThresholdChoice(argument: text) == nil) }
    }

    @Test func `the other commands accept their options`() throws {
        #expect(try parse("train a.jsonl -o m --kind bayes", TrainCommand.self).output?.path == "m")
        let eval = try parse("eval F.jsonl --format json --group-by source", EvalCommand.self)
        #expect(eval.folds == 5 && eval.files == ["F.jsonl"] && eval.groupBy == "source")
        #expect(try parse("retrain -n", RetrainCommand<FullEdition>.self).dryRun)
        #expect(try parse("log ls --abstained --limit 5", ListCommand<LogApplication>.self).page.limit == 5)
        #expect(try parse("rules test rules", RulesTestCommand.self).rules.packs == ["rules"])
        #expect(try parse("rules lint --format json", RulesLintCommand.self).output.format == .json)
        #expect(try parse("explain mail.txt", ExplainCommand.self).input.files == ["mail.txt"])
        #expect(try parse("features --lines", FeaturesCommand.self).input.framing == .lines)
    }

    @Test(arguments: [
        "nonsense", "classify --lines --ndjson", "classify --text-field body", "classify --top 0",
        "classify --top x",
        "classify --threshold 1.5", "classify --threshold nan", "classify --format yaml",
        "classify --replace",
        "classify --log-file l", "classify --classifier rules --rules none",
        "classify --format json --ndjson",
        "classify --max-text 0", "classify --max-text 9999999999G", "classify --max-record many",
        "classify --nope",
        "classify --classifier rules --model m", "train -o m", "train a.jsonl", "train a -o m --kind svm",
        "train a -o m --on-error emit", "eval", "eval a --format ndjson",
        "eval a --group-by source --model m", "eval a --learn b", "eval a --folds 1",
        "eval a --group-by source --ablation", "eval a --ablation --rules none",
        "train a -o m --feature-groups moods",
        "train a -o m --feature-groups unigrams,unigrams", "train a -o -",
        "train a -o m --minimum-frequency 0",
        "train a -o m --name a/b",
        "eval a --min-f1 2", "retrain x", "log ls --limit 0", "log correct", "log correct -1",
        "log correct -1 --nope email", "log correct email -1",
        "log correct -x email",
        "rules nope", "rules test --format x",
    ])
    func `invalid usage ends with status 64`(line: String) {
        do {
            _ = try WholeTree.parseAsRoot(line.split(separator: " ").map(String.init))
            Issue.record("taken: \(line)")
        } catch {
            #expect(WholeTree.exitCode(for: error).rawValue == ExitStatus.usage.rawValue)
            #expect(!WholeTree.fullMessage(for: error).isEmpty)
        }
    }

    @Test(arguments: [
        "classify", "explain", "features", "train", "eval", "review", "retrain", "log", "log ls",
        "log correct",
        "rules",
        "rules test", "rules lint",
    ])
    func `every help ends with examples`(path: String) throws {
        for line in ["\(path) --help", "help \(path)"] {
            do {
                // A help request is parsed into one of the parser's own commands.
                var command = try WholeTree.parseAsRoot(line.split(separator: " ").map(String.init))
                try command.run()
                Issue.record("no help: \(line)")
            } catch {
                #expect(WholeTree.exitCode(for: error).isSuccess)
                let help = CommandHelp.withExamples(WholeTree.fullMessage(for: error), root: WholeTree.self)
                let parts = help.components(separatedBy: CommandHelp.heading + "\n")
                try #require(parts.count == 2, "no examples: \(line)")
                let examples = parts[1].split(separator: "\n").filter { !$0.hasPrefix("  #") }
                #expect(!examples.isEmpty)
                #expect(examples.contains { $0.contains("ilk \(path)") }, "not about \(path)")
            }
        }
    }

    @Test func `parsing a leaf command alone gives the same result as parsing the whole tree`() throws {
        for line in ["classify a.txt --top 3", "log correct -1 email", "mail search from:ida", "doctor"] {
            let arguments = line.split(separator: " ").map(String.init)
            let alone = try CommandParsing.parse(arguments, root: IlkTool<FullEdition>.self)
            let whole = try IlkTool<FullEdition>.parseAsRoot(arguments)
            #expect(type(of: alone) == type(of: whole) && "\(alone)" == "\(whole)")
        }
    }

    @Test(arguments: [
        "log nope", "mail search --nope", "mail --help", "log ls --help", "", "help log ls", "--version",
    ])
    func `argument errors show the full command path`(line: String) throws {
        let arguments = line.split(separator: " ").map(String.init)
        #expect(
            told { try CommandParsing.parse(arguments, root: IlkTool<FullEdition>.self) }
                == told { try IlkTool<FullEdition>.parseAsRoot(arguments) })
    }

    private func told(_ parse: () throws -> any ParsableCommand) -> String {
        do {
            var command = try parse()
            try command.run()
            return "\(type(of: command))"
        } catch {
            return IlkTool<FullEdition>.fullMessage(for: error)
        }
    }

    @Test(
        arguments: [
            ("1", 1), ("64K", 65_536), ("64KiB", 65_536), ("1mib", 1 << 20), ("2G", 2 << 30), ("0", nil),
            ("", nil),
            ("-1", nil), ("1.5M", nil), ("K", nil), ("1T", nil), ("٣", nil), ("99999999999999999999", nil),
        ] as [(String, Int?)])
    func `sizes are numbers with a unit`(text: String, bytes: Int?) {
        #expect(ByteCount(argument: text)?.bytes == bytes)
    }
}
