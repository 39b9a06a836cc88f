import IlkConsole
import ArgumentParser
import Foundation
import IlkStore
import IlkUsage
import IlkVocabulary

/// Lists sessions, names them, and sets what ends one.
struct UsageSessionCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "session",
        abstract:
            "List sessions with their numbers; say what one was, and where; set the pause that ends one."
    )

    static let examples = [
        CommandExample("Tap", "ilk usage tap I want cookie"),
        CommandExample("The newest", "ilk usage session"),
        CommandExample(
            "Say what it was, and where", "ilk usage session -1 --title 'snack time' --place school"),
        CommandExample("A pause of a quarter of an hour ends one", "ilk usage session --gap 15m"),
    ]

    @Argument(
        parsing: .allUnrecognized, help: ArgumentHelp("A session: -1 is the newest.", valueName: "session"))
    var words: [String] = []

    @Option(help: ArgumentHelp("What it is called.", valueName: "words"))
    var title: String?

    @Option(help: ArgumentHelp("Where it was.", valueName: "words"))
    var place: String?

    @Option(help: ArgumentHelp("The pause that ends a session from now on: 90s, 15m, 1h.", valueName: "time"))
    var gap: LogMoment?

    @Option(
        help: ArgumentHelp("How many to show.", valueName: "count"), transform: CountArgument.fromOne)
    var limit = 20

    @Option(help: "The shape of the output.")
    var format: ResultFormat = .text

    @OptionGroup var usage: UsageFileOptions
    @OptionGroup var display: DisplayOptions

    func validate() throws {
        try EntryArgument.check(words)
        if words.count > 1 { throw ValidationError("Name one session.") }
        if (title != nil || place != nil) && words.isEmpty { throw ValidationError("Say which session.") }
        if let gap, gap.age == nil { throw ValidationError("--gap takes a time, as 15m.") }
    }

    func run() async throws {
        let changes = title != nil || place != nil || gap != nil
        let book = try changes ? UsageBook.writing(usage, display) : .reading(usage, display)
        if let seconds = gap?.age {
            try await book.store.setSessionGap(seconds)
            book.console.note("a pause of \(DecimalText.fixed(seconds, 0)) s ends a session")
            if words.isEmpty { return try book.close() }
        }
        var sessions = try await found(book)
        if title != nil || place != nil, let session = sessions.first {
            try await book.store.save(
                .session(
                    UsageSessionNote(
                        id: session.id, title: title ?? session.title, place: place ?? session.place)))
            sessions = try await found(book)
        }
        try await UsageSessionListing(book: book, format: format).show(sessions)
        try book.close()
    }

    private func found(_ book: UsageBook) async throws -> [UsageSession] {
        guard let word = words.first else { return try await book.store.sessions(limit: limit) }
        return [try await book.store.session(try RecordReference(word))]
    }
}
