package import ArgumentParser
package import IlkStore

/// A page of a list of records.
package struct ListedPage<Item: Sendable>: Sendable {
    package var items: [Item]
    /// The cursor of the next page, for ``PageOptions/place``, or `nil` after the last page.
    package var next: String?

    package init(_ items: [Item], next: String?) {
        self.items = items
        self.next = next
    }

    /// Creates a page with a limit. A full page has a next page.
    package init(_ items: [Item], limit: Int, place: (Item) -> String) {
        self.init(items, next: items.count == limit ? items.last.map(place) : nil)
    }
}

/// The options for paging.
package protocol PageOptions: ParsableArguments {
    /// The maximum number of records.
    var limit: Int { get }
    /// The cursor at which the page starts, or `nil` for the first page.
    var place: String? { get }
    /// The option for the cursor, with its dashes.
    static var placeOption: String { get }
}

/// The options `--limit` and `--cursor`.
package struct CursorOptions<Application: StoreApplication>: PageOptions {
    @Option(count: "The number of \(Application.words.records) to list.")
    package var limit: Int = 20

    @Option(
        "Continue after this cursor of the previous page.", value: "cursor")
    package var cursor: String?

    package var place: String? { cursor }
    package static var placeOption: String { "--cursor" }

    package init() {}
}

/// An application whose records are shown in lists.
package protocol ListingApplication: StoreApplication {
    /// A record in a list.
    associatedtype Item: Sendable

    /// Writes records as human-readable lines or as JSON.
    ///
    /// - Parameter words: The search terms.
    static func show(
        _ items: [Item], wanted words: FullTextQuery?, as format: OutputFormat, in open: OpenStore<Self>
    ) async throws
}

/// An application with a list command.
package protocol ListApplication: ListingApplication {
    /// The options that select records.
    associatedtype ListChoice: ListChoiceOptions

    static var listText: CommandText { get }
    /// The message for a store without records.
    static var emptyText: String? { get }
    /// Returns the search terms of a selection.
    static func searchTerms(_ choice: ListChoice) throws -> FullTextQuery?
    /// Opens the store for listing a selection.
    static func listing(
        _ choice: ListChoice, _ place: FileOptions, _ console: Console
    ) async throws -> OpenStore<Self>
    /// Returns a page of records, newest first.
    static func list(
        _ choice: ListChoice, _ page: CursorOptions<Self>, in open: OpenStore<Self>
    ) async throws -> ListedPage<Item>
}

/// The options that select the listed records.
package protocol ListChoiceOptions: ParsableArguments {
    /// `true` if no option restricts the list.
    var isEmpty: Bool { get }
}

extension ListApplication {
    package static var emptyText: String? { nil }
    package static func searchTerms(_ choice: ListChoice) throws -> FullTextQuery? { nil }

    package static func listing(
        _ choice: ListChoice, _ place: FileOptions, _ console: Console
    ) async throws -> OpenStore<Self> {
        try .openForReading(place, console)
    }
}

/// Lists the newest records of a store.
package struct ListCommand<Application: ListApplication>: AsyncParsableCommand, DescribedCommand,
    ShowingArguments
{
    package static var help: CommandText { Application.listText }

    @OptionGroup package var choice: Application.ListChoice

    @OptionGroup package var page: CursorOptions<Application>

    @OptionGroup package var shown: ShownOptions<Application, OutputFormat>

    package func run() async throws {
        let open = try await Application.listing(choice, place, .standard(display))
        let found = try await Application.list(choice, page, in: open)
        try await open.show(
            found, wanted: try Application.searchTerms(choice), as: format, placeOption: "--cursor")
        if found.items.isEmpty, format == .text {
            let text = choice.isEmpty ? Application.emptyText : nil
            open.console.note(text ?? "No matching \(Application.words.records).")
        }
        try open.close()
    }

    package init() {}
}

extension OpenStore where Application: ListingApplication {
    /// Writes a page and the cursor of the next one.
    package func show(
        _ page: ListedPage<Application.Item>, wanted words: FullTextQuery?, as format: OutputFormat,
        placeOption: String
    ) async throws {
        if !page.items.isEmpty || format != .text {
            try await Application.show(page.items, wanted: words, as: format, in: self)
        }
        try console.output.flush()
        if let next = page.next, format != .json { console.note("more: \(placeOption) \(next)") }
    }
}
