import IlkVerdictConsole
import IlkPipeline
import IlkConsole
import ArgumentParser
import Ilk
import IlkUsage
import IlkVocabulary

/// Classifies phrases, or writes tagged phrases as labeled texts.
struct UsageClassifyCommand: StoreCommand, ShowingArguments {
    static let help = CommandText(
        "classify",
        abstract: "Classify phrases with any taxonomy.",
        discussion: """
            --labeled prints phrases that have a tag as labeled texts for ilk train, with the tag as the label. The store is \
            not changed.
            """,
        examples: [
            "Record a phrase": "ilk usage speak 'I am so happy, thank you' --symbols I,happy --tag joy",
            "Classify by emotion": "ilk usage classify --taxonomy emotion",
            "As labeled texts": "ilk usage classify --labeled",
        ])

    @OptionGroup var choice: UsageFilterOptions

    @Flag(help: "Print tagged phrases as labeled texts instead.")
    var labeled = false

    @Option(count: "Maximum number of phrases, newest first.")
    var limit = 100

    @OptionGroup var deciding: ClassifierOptions
    @OptionGroup var shown: ShownOptions<UsageApplication, OutputFormat>

    func run(on book: OpenUsageStore) async throws {
        var filter = try await choice.selection(in: book)
        filter.kind = .phrase
        let events = try await book.store.events(matching: filter, limit: limit)
        guard labeled else { return try show(events, book.console) }
        for event in events {
            guard let phrase = event.phrase, let tag = event.tag else { continue }
            try book.console.write(json: ["text": phrase.phrase, "label": tag], isPretty: false)
        }
    }

    private func show(_ events: [UsageEvent], _ console: Console) throws {
        let pipeline = try ReloadablePipeline(deciding.assembly(folders: console.folders)).current
        let verdicts = try events.compactMap { event in
            try event.phrase.map { (event, $0.phrase, try pipeline.classify($0.phrase)) }
        }
        try console.write(
            records: verdicts.map { event, phrase, verdict -> JSONObject in
                let fields: JSONObject = [
                    "schema": "ilk.usage.verdict/1", "id": event.shortID, "phrase": phrase,
                ]
                return fields.predicting(
                    verdict.category.rawValue, verdict.probability, abstention: verdict.abstention?.rawValue)
            }, as: format, empty: "No matching phrases."
        ) {
            var table = Table([
                .init("id", tone: .faint), .init("category", tone: .strong), .init("", .right),
                .init("phrase", minWidth: 10),
            ])
            for (event, phrase, verdict) in verdicts {
                table.add([
                    event.shortID, verdict.abstention == nil ? verdict.category.rawValue : "-",
                    DecimalText.fixed(verdict.probability * 100, 0) + "%", phrase,
                ])
            }
            return console.text(table)
        }
    }
}
