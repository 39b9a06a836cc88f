import ArgumentParser
import IlkConsole
import IlkUsage
import IlkStore

extension UsageApplication: ListApplication {
    /// The events to list.
    struct ListChoice: ListChoiceOptions {
        @Argument(help: "Words that phrases must have.")
        var words: [String] = []

        @OptionGroup var filter: UsageFilterOptions

        var isEmpty: Bool { words.isEmpty && filter.isEmpty }
    }

    static let listText = CommandText(
        abstract: "List taps and phrases, newest first; or those phrases that have words.",
        examples: beginning + [
            CommandExample("Speak", "ilk usage speak"),
            CommandExample("The newest", "ilk usage ls"),
            CommandExample("Phrases with a word", "ilk usage ls cookie --kind phrase --format json"),
        ])
    static let emptyText: String? = "nothing was done yet: ilk usage tap want"

    static func listing(
        _ choice: ListChoice, _ place: UsageFileOptions, _ console: Console
    ) async throws -> OpenStore<Self> {
        choice.words.isEmpty ? try .reading(place, console) : try await .searching(place, console)
    }

    static func list(
        _ choice: ListChoice, _ page: CursorOptions<Self>, in open: OpenStore<Self>
    ) async throws -> ListedPage<UsageEvent> {
        var filter = try await choice.filter.filter(UsageBook(open))
        if !choice.words.isEmpty { filter.words = try WordQuery(choice.words.joined(separator: " ")) }
        let found = try await open.store.events(
            matching: filter, limit: page.limit, before: try page.place.map { try PageCursor(token: $0) })
        return ListedPage(found, limit: page.limit) { $0.cursor.token }
    }

    static func show(
        _ items: [UsageEvent], wanted words: WordQuery?, as format: OutputFormat, in open: OpenStore<Self>
    ) async throws {
        try await UsageListing(book: UsageBook(open), format: format).show(items)
    }
}
