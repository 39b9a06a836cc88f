package import ArgumentParser
package import IlkStore

/// An application with a search command.
package protocol SearchApplication: ListingApplication {
    /// The search terms, and the options that select records.
    associatedtype SearchChoice: SelectionOptions where SearchChoice.Application == Self
    /// The options for paging.
    associatedtype SearchPage: PageOptions = CursorOptions<Self>

    static var searchText: CommandText { get }
    /// Returns a page of matching records, and the search terms that an excerpt of a record should show.
    static func search(
        _ selection: SearchChoice.Selection, _ page: PageRequest, in open: OpenStore<Self>
    ) async throws -> (page: ListedPage<Item>, wanted: FullTextQuery?)
}

extension SearchApplication {
    /// The help for the syntax of queries.
    package static var querySyntaxHelp: String {
        """
        All words must occur. 'a OR b' finds either word, '-word' excludes a word, '"two words"' finds a phrase, \
        'rom*' finds words that begin with rom, and parentheses group terms. Put -- before a query that begins \
        with '-'.
        """
    }
}

/// The search terms.
package struct QueryArguments: ParsableArguments {
    @Argument(help: "The words to search for.")
    package var query: [String]

    /// The search terms as one text.
    package var text: String { query.joined(separator: " ") }

    package init() {}
}

/// The search terms, and the options that select the records to search.
package struct FilteredSearchChoice<Filter: SelectionOptions>: SelectionOptions {
    @OptionGroup package var query: QueryArguments

    @OptionGroup package var filter: Filter

    package func selection(
        in open: OpenStore<Filter.Application>
    ) async throws -> (query: FullTextQuery, filter: Filter.Selection) {
        let text = query.text
        let words = try FullTextQuery(text)
        open.console.noteWarnings(about: text)
        return (words, try await filter.selection(in: open))
    }

    package init() {}
}

extension Console {
    /// Prints the warnings about a full-text query.
    package func noteWarnings(about query: String) {
        for warning in FullTextQuery.warnings(about: query) { note(warning.description) }
    }
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
        do {
            try await search()
        } catch let error as RecordStoreError {
            throw Application.commandError(error)
        }
    }

    private func search() async throws {
        let open = try await OpenStore<Application>.openForSearching(place.settings, .standard(display))
        let (found, wanted) = try await Application.search(
            choice.selection(in: open), page.request, in: open)
        try await open.show(
            found, wanted: wanted, as: format, placeOption: Application.SearchPage.placeOption)
        try open.close()
        guard found.items.isEmpty else { return }
        if format == .text { open.console.note("No matching \(Application.words.records).") }
        throw CommandError(.checkFailed, "")
    }

    package init() {}
}
