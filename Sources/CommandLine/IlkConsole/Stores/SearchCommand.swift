package import ArgumentParser
package import IlkStore

/// An application with a search command.
package protocol SearchApplication: ListingApplication {
    /// The search terms, and the options that select records.
    associatedtype SearchChoice: ParsableArguments
    /// The options for paging.
    associatedtype SearchPage: PageOptions = CursorOptions<Self>

    static var searchText: CommandText { get }
    /// Opens the store for searching.
    static func searching(_ place: FileOptions, _ console: Console) async throws -> OpenStore<Self>
    /// Returns a page of matching records, and the terms that its records must contain.
    static func search(
        _ choice: SearchChoice, _ page: SearchPage, in open: OpenStore<Self>
    ) async throws -> (page: ListedPage<Item>, wanted: FullTextQuery?)
}

extension SearchApplication {
    package static func searching(_ place: FileOptions, _ console: Console) async throws -> OpenStore<Self> {
        try .openForReading(place, console)
    }
}

extension SearchApplication where Records: IndexedStore {
    package static func searching(_ place: FileOptions, _ console: Console) async throws -> OpenStore<Self> {
        try await .openForSearching(place, console)
    }
}

/// The search terms.
package struct QueryArguments: ParsableArguments {
    @Argument(help: "The query.")
    package var query: [String]

    /// The search terms as one text.
    package var text: String { query.joined(separator: " ") }

    package init() {}
}

/// The search terms, and the options that select the records to search.
package struct FilteredSearchChoice<Filter: ParsableArguments>: ParsableArguments {
    @OptionGroup package var query: QueryArguments

    @OptionGroup package var filter: Filter

    package init() {}
}

/// Searches the records of a store.
package struct SearchCommand<Application: SearchApplication>: AsyncParsableCommand, DescribedCommand,
    ShowingArguments
{
    package static var help: CommandText { Application.searchText }

    @OptionGroup package var choice: Application.SearchChoice

    @OptionGroup package var page: Application.SearchPage

    @OptionGroup package var shown: ShownOptions<Application, OutputFormat>

    package func run() async throws {
        let open = try await Application.searching(place, .standard(display))
        let (found, wanted) = try await Application.search(choice, page, in: open)
        try await open.show(
            found, wanted: wanted, as: format, placeOption: Application.SearchPage.placeOption)
        try open.close()
        guard found.items.isEmpty else { return }
        if format == .text { open.console.note("No matching \(Application.words.records).") }
        throw CommandError(.checkFailed, "")
    }

    package init() {}
}
