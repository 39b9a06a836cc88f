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

    /// Reads the rules and the model that a command names.
    ///
    /// - Throws: `IlkError` when one cannot be read, `badConfiguration` when they do not fit together.
    init(_ command: RulesDiffCommand, console: Console) throws {
        var assembly = PipelineAssembly(folders: console.folders)
        if let model = command.scope.model { assembly.model = .file(model) }
        assembly.taxonomy = command.scope.taxonomy?.taxonomy
        let loaded = command.classifier == .rules ? nil : try assembly.loadModel()
        let taxonomy = loaded?.taxonomy ?? (command.scope.taxonomy ?? .doctype).taxonomy
        model = loaded
        func rules(_ names: [String]) throws -> RuleSet {
            try PackSources.stack(
                names, taxonomy: taxonomy, onTop: command.scope.onTop, folders: console.folders
            ).ruleSet(telling: console, otherwise: "nothing was replayed")
        }
        old = try rules([command.old])
        new = try rules(command.new)
        names = (command.old, command.new.joined(separator: " + "))
        threshold = command.threshold
        jobs = command.jobs ?? max(1, ProcessInfo.processInfo.activeProcessorCount)
        format = command.format
        self.console = console
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
            "\(DecimalText.counted(input.texts.count, "text")) replayed in \(DecimalText.fixed(seconds, 1)) s"
        )
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
