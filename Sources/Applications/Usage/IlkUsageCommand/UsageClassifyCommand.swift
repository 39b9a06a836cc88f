import IlkVerdictConsole
import IlkPipeline
import IlkConsole
import ArgumentParser
import Ilk
import IlkStore
import IlkUsage
import IlkVocabulary

/// Classifies phrases, or writes phrases that have a correction or a tag as training texts.
struct UsageClassifyCommand: StoreCommand, ShowingArguments {
    static let help = CommandText(
        "classify",
        abstract: "Classify phrases with any taxonomy.",
        discussion: """
            Shows each phrase with its predicted label. If 'ilk usage correct' was used for the phrase, the \
            corrected label is shown too. Taps are not classified.

            --labeled classifies nothing. It prints training texts for 'ilk train': all phrases that have a \
            correction or a tag. The label of a training text is the correction. If the phrase has no \
            correction, the label is the tag. The command does not change the store.
            """,
        examples: [
            "Record a phrase": "ilk usage speak 'I am so happy, thank you' --symbols I,happy --tag joy",
            "Classify by emotion": "ilk usage classify --taxonomy emotion",
            "Print labeled texts": "ilk usage classify --labeled",
        ])

    @OptionGroup var choice: UsageScopeOptions

    @Flag(help: "Print training texts: phrases with a correction or tag.")
    var labeled = false

    @Option(count: "Maximum number of phrases. The newest are used.")
    var limit = 100

    @OptionGroup var deciding: ClassifierOptions
    @OptionGroup var shown: ShownOptions<UsageApplication, OutputFormat>

    func run(on open: OpenUsageStore) async throws {
        var filter = try await choice.selection(in: open)
        filter.type = .phrase
        let events = try await open.store.events(matching: filter, limit: limit)
        let corrected = try await open.store.corrections(of: events).map { $0.labels[UsageStore.tagTaxonomy] }
        let phrases = zip(events, corrected).compactMap { event, corrected in
            event.phrase.map { (event: event, phrase: $0.phrase, corrected: corrected) }
        }
        let output = PhraseOutput(format: format, console: open.console)
        guard labeled else {
            return try output.classify(phrases, by: deciding.assembly(folders: open.console.folders))
        }
        try output.writeLabeled(phrases)
    }
}

/// Writes phrases, either as training texts or with their verdicts.
struct PhraseOutput {
    /// A phrase with its event and its corrected label, if there is one.
    typealias Phrase = (event: UsageEvent, phrase: String, corrected: String?)

    var format: OutputFormat
    let console: Console

    /// Writes the phrases that have a correction or a tag as training texts.
    func writeLabeled(_ phrases: [Phrase]) throws {
        for (event, phrase, corrected) in phrases {
            guard let label = corrected ?? event.tag else { continue }
            try console.write(json: ["text": phrase, "label": label], isPretty: false)
        }
    }

    /// Classifies phrases and writes them with their verdicts.
    ///
    /// - Throws: `IlkError` if the rules or the model cannot be read.
    func classify(_ phrases: [Phrase], by assembly: PipelineAssembly) throws {
        let pipeline = try ReloadablePipeline(assembly)
        console.warn(of: pipeline)
        let verdicts = try phrases.map {
            (
                $0.event, $0.phrase, $0.corrected,
                try ClassificationStream.verdict(of: $0.phrase, by: pipeline.current)
            )
        }
        try console.write(
            records: verdicts.map { event, phrase, corrected, verdict -> JSONObject in
                let fields: JSONObject = [
                    "schema": "ilk.usage.verdict/1", "id": event.shortID, "phrase": phrase,
                    "correction": corrected,
                ]
                return fields.predicting(
                    verdict.category.rawValue, verdict.probability, abstention: verdict.abstention?.rawValue)
            }, as: format, empty: "No matching phrases."
        ) {
            var table = Table([
                .init("id", tone: .faint), .init("category", tone: .strong), .init("", .right),
                .init("phrase", minWidth: 10),
            ])
            for (event, phrase, corrected, verdict) in verdicts {
                let predicted = verdict.abstention == nil ? verdict.category.rawValue : "-"
                table.add([
                    event.shortID, predicted + (corrected.map { " → \($0)" } ?? ""),
                    DecimalText.fixed(verdict.probability * 100, 0) + "%", phrase,
                ])
            }
            return console.text(table)
        }
    }
}
