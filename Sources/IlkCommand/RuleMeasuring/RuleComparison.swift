import FoundationEssentials
import Ilk
import IlkLearning
import IlkModels
import IlkPipeline
import IlkRules
import IlkVocabulary

/// Replays texts with two rule sets, and tells which verdicts flip.
struct RuleComparison {
    private let old: RuleSet
    private let new: RuleSet
    private let names: (old: String, new: String)
    private let model: (any TextModel)?
    private let threshold: Double
    private let jobs: Int
    private let format: OutputFormat
    private let console: Console

    /// What stands for the rules in the program.
    static let builtIn = "built-in"

    /// Reads the rules and the model that a command names.
    ///
    /// - Throws: `IlkError` when one cannot be read, `badConfiguration` when they do not fit together.
    init(_ command: RulesDiffCommand, console: Console) throws {
        var assembly = PipelineAssembly(folders: console.folders)
        if let model = command.model { assembly.model = .file(model) }
        assembly.taxonomy = command.taxonomy?.taxonomy
        let loaded = command.classifier == .rules ? nil : try assembly.loadModel()
        let taxonomy = loaded?.taxonomy ?? (command.taxonomy ?? .doctype).taxonomy
        model = loaded
        old = try Self.rules([command.old], taxonomy, console)
        new = try Self.rules(command.new, taxonomy, console)
        names = (command.old, command.new.joined(separator: " + "))
        threshold = command.threshold
        jobs = command.jobs ?? max(1, ProcessInfo.processInfo.activeProcessorCount)
        format = command.format
        self.console = console
    }

    /// The rules of one side: of folders, of files, or those in the program.
    private static func rules(_ paths: [String], _ taxonomy: Taxonomy, _ console: Console) throws -> RuleSet {
        if paths.count == 1, let path = paths.first, path.hasSuffix(RuleFiles.compiledSuffix) {
            return try RuleFiles.compiled(path, taxonomy: taxonomy)
        }
        var sources: [RuleSource] = []
        var read: Set<String> = []
        for path in paths {
            let found = path == builtIn ? BuiltIn.ruleSources(for: taxonomy) : try RuleFiles.read(path)
            for source in found where read.insert(source.name).inserted { sources.append(source) }
        }
        return try PackSources(
            sources: sources, taxonomy: taxonomy, name: paths.joined(separator: " + ")
        ).ruleSet(telling: console, otherwise: "nothing was replayed")
    }

    /// Replays and tells.
    ///
    /// - Throws: `negative`, without words, when a verdict flips; `partlyDone`, when lines were left out.
    nonisolated(nonsending) func run(_ input: ReplayedInput) async throws {
        guard !input.texts.isEmpty else { throw CommandFailure(.badInput, "there is no text to replay") }
        let start = MonotonicClock.nanoseconds()
        var progress = ProgressLine("texts", total: input.texts.count, on: console)
        defer { progress.erase() }
        let replay = VerdictReplay(from: old, to: new, beside: model, threshold: threshold)
        let flips = try await replay.flips(in: input.texts, threads: jobs) { try progress.show($0) }
        progress.erase()
        let seconds = Double(MonotonicClock.nanoseconds() - start) / 1e9
        let outcome = ReplayOutcome(
            flips, of: input.texts, names: names, rules: (old, new),
            classifier: model == nil ? "rules" : "fused")
        try tell(outcome)
        console.note(
            "\(DecimalText.grouped(input.texts.count)) texts replayed in \(DecimalText.fixed(seconds, 1)) s")
        if input.skippedLines > 0 { throw CommandFailure(.partlyDone, "") }
        if !flips.isEmpty { throw CommandFailure(.negative, "") }
    }

    private func tell(_ outcome: ReplayOutcome) throws {
        switch format {
        case .text:
            let text = ReplayText(style: console.style, columns: console.columns)
            for flip in outcome.flips {
                console.output.append(text.text(flip))
                try console.output.endRecord()
            }
            console.output.append(text.summary(outcome.summary))
        case .json: try console.write(json: outcome)
        case .ndjson:
            for flip in outcome.flips { try console.write(json: flip, isPretty: false) }
            try console.write(json: ["summary": outcome.summary], isPretty: false)
        }
        try console.output.flush()
    }
}
