import IlkConsole
import IlkRules
import ArgumentParser
import Ilk
import IlkUsage
import IlkPipeline
import IlkStore
import IlkVocabulary

/// Says what phrases are, by any taxonomy.
struct UsageClassifyCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "classify",
        abstract: "Say what kind of text each phrase is, by any taxonomy: emotions, your own intents.",
        discussion: """
            Phrases with a tag are what a model of yours can learn from: ilk usage classify --labelled writes them as labelled \
            texts, as ilk train takes them. Nothing is changed in the store.
            """
    )

    static let examples = [
        CommandExample(
            "Say something", "ilk usage speak 'I am so happy, thank you' --symbols I,happy --tag joy"),
        CommandExample("How it felt", "ilk usage classify --taxonomy emotion"),
        CommandExample("As labelled texts", "ilk usage classify --labelled"),
    ]

    @OptionGroup var choice: UsageFilterOptions

    @Flag(help: "Write phrases that have a tag as labelled texts, and classify nothing.")
    var labelled = false

    @Option(
        help: ArgumentHelp("How many phrases, the newest.", valueName: "count"),
        transform: CountArgument.fromOne)
    var limit = 100

    @Option(help: "The shape of the output.")
    var format: OutputFormat = .text

    @OptionGroup var deciding: ClassifierOptions
    @OptionGroup var usage: UsageFileOptions
    @OptionGroup var display: DisplayOptions

    private struct Output: Encodable {
        var schema = "ilk.usage.verdict/1"
        var id: String
        var phrase: String
        var category: String
        var probability: Double
        var abstention: String?
    }

    private struct Labelled: Encodable {
        var text: String
        var label: String
    }

    func run() async throws {
        let book = try UsageBook.reading(usage, display)
        var filter = try await choice.filter(book)
        filter.kind = .phrase
        let events = try await book.store.events(matching: filter, limit: limit)
        if labelled {
            for event in events {
                guard let phrase = event.phrase, let tag = event.tag else { continue }
                try book.console.write(json: Labelled(text: phrase.phrase, label: tag), isPretty: false)
            }
        } else {
            try show(try verdicts(events, book), book.console)
        }
        try book.close()
    }

    private func verdicts(_ events: [UsageEvent], _ book: UsageBook) throws -> [Output] {
        let pipeline = try ReloadablePipeline(deciding.assembly(folders: book.console.folders)).current
        return try events.compactMap { event in
            guard let phrase = event.phrase?.phrase else { return nil }
            let verdict = try pipeline.classify(phrase)
            return Output(
                id: event.shortID, phrase: phrase, category: verdict.category.rawValue,
                probability: verdict.probability, abstention: verdict.abstention.map { "\($0)" })
        }
    }

    private func show(_ verdicts: [Output], _ console: Console) throws {
        switch format {
        case .json: try console.write(json: verdicts)
        case .ndjson: for verdict in verdicts { try console.write(json: verdict, isPretty: false) }
        case .text:
            guard !verdicts.isEmpty else { return console.note("no phrase was spoken yet") }
            var table = Table([
                .init("id", tone: .faint), .init("category", tone: .strong), .init("", .right),
                .init("phrase", minWidth: 10),
            ])
            for verdict in verdicts {
                table.add([
                    verdict.id, verdict.abstention == nil ? verdict.category : "-",
                    DecimalText.fixed(verdict.probability * 100, 0) + "%", verdict.phrase,
                ])
            }
            console.output.append(table.rendered(console.style, within: console.columns))
        }
    }
}
