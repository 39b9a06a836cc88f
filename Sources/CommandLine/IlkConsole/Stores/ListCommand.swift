package import ArgumentParser
package import IlkStore

/// A page of a list of records.
package struct ListedPage<Item: Sendable>: Sendable {
    package var items: [Item]
    /// The cursor of the next page, for ``PageRequest/place``, or `nil` after the last page.
    package var next: String?

    package init(_ items: [Item], next: String?) {
        self.items = items
        self.next = next
    }

    /// Creates a page from the items of a list, beginning with the first item of the page.
    ///
    /// - Parameters:
    ///   - items: At most ``PageRequest/fetchLimit`` items. If there are more items than `limit`, a next page
    ///     exists.
    ///   - limit: The maximum number of items on the page.
    ///   - place: Returns the cursor after an item.
    package init(_ items: [Item], limit: Int, place: (Item) -> String) {
        let page = Array(items.prefix(limit))
        self.init(page, next: items.count > limit ? page.last.map(place) : nil)
    }
}

/// The options for paging.
package protocol PageOptions: ParsableArguments {
    var request: PageRequest { get }
    /// The name of the option for the cursor, such as `--cursor`.
    static var placeOption: String { get }
}

/// A page to list.
package struct PageRequest: Sendable {
    /// The maximum number of records.
    package var limit: Int
    /// The cursor at which the page starts, or `nil` for the first page.
    package var place: String?

    /// The number of records to fetch: one more than on the page.
    package var fetchLimit: Int { limit == .max ? limit : limit + 1 }

    package init(limit: Int, place: String?) {
        self.limit = limit
        self.place = place
    }

    /// Parses the cursor.
    ///
    /// - Throws: `RecordStoreError` for a malformed cursor.
    package func cursor() throws -> PageCursor? { try place.map { try PageCursor(token: $0) } }
}

/// The options `--limit` and `--cursor`.
package struct CursorOptions<Application: StoreApplication>: PageOptions {
    @Option(count: "The maximum number of \(Application.words.records) to list.")
    package var limit: Int = 20

    @Option(
        "Continue at the cursor that the previous page printed.", value: "cursor")
    package var cursor: String?

    package var request: PageRequest { PageRequest(limit: limit, place: cursor) }
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
    associatedtype ListChoice: OptionalSelection where ListChoice.Application == Self

    static var listText: CommandText { get }
    /// The message for a store without records.
    static var emptyText: String? { get }
    /// Returns a page of records, newest first.
    static func list(
        _ selection: ListChoice.Selection, _ page: PageRequest, in open: OpenStore<Self>
    ) async throws -> ListedPage<Item>
}

extension ListApplication {
    package static var emptyText: String? { nil }
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
        let open = try await choice.open(place.settings, .standard(display))
        let found = try await Application.list(choice.selection(in: open), page.request, in: open)
        try await open.show(found, wanted: nil, as: format, placeOption: "--cursor")
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
