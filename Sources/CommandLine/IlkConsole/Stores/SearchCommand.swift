package import ArgumentParser
package import IlkStore

/// An application whose records are found by words.
package protocol SearchApplication: ListingApplication {
    /// The words, and the options that say which records.
    associatedtype SearchChoice: ParsableArguments
    /// The options of a page.
    associatedtype SearchPage: PageOptions = CursorOptions<Self>

    /// The help of the command.
    static var searchText: CommandText { get }
    /// Opens the store to search it.
    static func searching(_ place: FileOptions, _ console: Console) async throws -> OpenStore<Self>
    /// A page of records that have what is searched for.
    ///
    /// - Returns: The page, and the words that must be in its records.
    static func search(
        _ choice: SearchChoice, _ page: SearchPage, in open: OpenStore<Self>
    ) async throws -> (page: ListedPage<Item>, wanted: WordQuery?)
}

extension SearchApplication {
    package static func searching(_ place: FileOptions, _ console: Console) async throws -> OpenStore<Self> {
        try .reading(place, console)
    }
}

extension SearchApplication where Records: IndexedStore {
    package static func searching(_ place: FileOptions, _ console: Console) async throws -> OpenStore<Self> {
        try await .searching(place, console)
    }
}

/// The words of a search.
package struct QueryArguments: ParsableArguments {
    @Argument(help: "What is looked for.")
    package var query: [String]

    /// The words as one text.
    package var text: String { query.joined(separator: " ") }

    package init() {}
}

/// The words of a search, and the records that may have them.
package struct FilteredSearchChoice<Filter: ParsableArguments>: ParsableArguments {
    @OptionGroup package var query: QueryArguments

    @OptionGroup package var filter: Filter

    package init() {}
}

/// Finds records of a store.
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
        throw CommandFailure(.negative, "")
    }

    package init() {}
}
