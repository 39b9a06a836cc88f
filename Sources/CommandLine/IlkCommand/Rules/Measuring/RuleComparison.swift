import IlkConsole
import FoundationEssentials
import Ilk
import IlkLearning
import IlkModels
import IlkPipeline
import IlkRules
import IlkVocabulary

/// Replays texts with two rule sets, and tells which verdicts flip.
struct RuleComparison {
    /// The rule sets, and the way of deciding.
    struct Settings {
        /// The rules before: a folder, a file, or `built-in`.
        var old: String
        /// The layers of the rules now.
        var new: [String]
        /// `true` if both are on top of the rules that apply without naming any.
        var onTop = false
        /// The taxonomy where no model decides it.
        var taxonomy = Taxonomy.documentType
        /// The model that decides beside the rules; `nil` for the rules alone.
        var model: PipelineAssembly?
        /// The least probability of a prediction.
        var threshold = 0.5
        /// The number of threads; `nil` for one per processor.
        var jobs: Int?
        var format = OutputFormat.text
    }

    private let settings: Settings
    private let old: RuleSet
    private let new: RuleSet
    private let model: (any TextModel)?
    private let console: Console

    /// Reads the rules and the model.
    ///
    /// - Throws: `IlkError` when one cannot be read, `badConfiguration` when they do not fit together.
    init(_ settings: Settings, console: Console) throws {
        let model = try settings.model?.loadModel()
        let taxonomy = model?.taxonomy ?? settings.taxonomy
        func rules(_ names: [String]) throws -> RuleSet {
            try PackSources.stack(
                names, taxonomy: taxonomy, onTop: settings.onTop, folders: console.folders
            ).ruleSet(telling: console, otherwise: "nothing was replayed")
        }
        old = try rules([settings.old])
        new = try rules(settings.new)
        self.model = model
        self.settings = settings
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
        let replay = VerdictReplay(from: old, to: new, beside: model, threshold: settings.threshold)
        let jobs = settings.jobs ?? max(1, ProcessInfo.processInfo.activeProcessorCount)
        let flips = try await replay.flips(in: input.texts, threads: jobs) { try progress.show($0) }
        progress.erase()
        let seconds = Double(MonotonicClock.nanoseconds() - start) / 1e9
        let outcome = ReplayOutcome(
            flips, of: input.texts, names: (settings.old, settings.new.joined(separator: " + ")),
            rules: (old, new),
            classifier: model == nil ? "rules" : "fused")
        try tell(outcome)
        console.note(
            "\(DecimalText.counted(input.texts.count, "text")) replayed in \(DecimalText.fixed(seconds, 1)) s"
        )
        if input.skippedLines > 0 { throw CommandFailure(.partlyDone, "") }
        if !flips.isEmpty { throw CommandFailure(.negative, "") }
    }

    private func tell(_ outcome: ReplayOutcome) throws {
        switch settings.format {
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
