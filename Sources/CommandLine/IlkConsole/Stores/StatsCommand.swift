package import ArgumentParser
import IlkStore

/// An application whose records are counted.
package protocol StatsApplication: StoreApplication {
    /// The options.
    associatedtype StatsChoice: ParsableArguments
    /// The formats.
    associatedtype StatsFormat: TextualFormat

    /// The help of the command.
    static var statsText: CommandText { get }
    /// Opens the store to count.
    static func counting(_ place: FileOptions, _ console: Console) async throws -> OpenStore<Self>
    /// Counts, and shows the counts.
    static func showStats(
        _ choice: StatsChoice, as format: StatsFormat, in open: OpenStore<Self>
    ) async throws
}

extension StatsApplication {
    package static func counting(_ place: FileOptions, _ console: Console) async throws -> OpenStore<Self> {
        try .reading(place, console)
    }
}

/// Counts records of a store.
package struct StatsCommand<Application: StatsApplication>: AsyncParsableCommand, ExemplifiedCommand {
    package static var configuration: CommandConfiguration { Application.statsText.configuration("stats") }
    package static var examples: [CommandExample] { Application.statsText.examples }

    @OptionGroup package var choice: Application.StatsChoice

    @Option(help: "The shape of the output.")
    package var format: Application.StatsFormat = .text

    @OptionGroup package var place: Application.FileOptions
    @OptionGroup package var display: DisplayOptions

    package func run() async throws {
        let open = try await Application.counting(place, .standard(display))
        try await Application.showStats(choice, as: format, in: open)
        try open.close()
    }

    package init() {}
}

/// Counts of records by what they have in common, as `--by` asks for them.
package struct FacetTable<Row: Encodable> {
    /// The columns: what the records are counted by.
    package let titles: [String]
    /// The noun for the records.
    package let records: String
    /// The title of the sizes.
    package let sizes: String
    /// The rows.
    package let rows: [Row]
    /// The cells of a row, its records, and the bytes of their texts.
    package let cells: (Row) -> (cells: [String], records: Int, bytes: Int)

    /// Creates a value from its parts.
    package init(
        titles: [String], records: String, sizes: String, rows: [Row],
        cells: @escaping (Row) -> (cells: [String], records: Int, bytes: Int)
    ) {
        self.titles = titles
        self.records = records
        self.sizes = sizes
        self.rows = rows
        self.cells = cells
    }

    /// Writes the counts.
    package func show(as format: OutputFormat, on console: Console) throws {
        switch format {
        case .text:
            var table = Table(
                titles.map { .init($0) } + [.init(records, .right), .init(sizes, .right, dispensability: 1)])
            for row in rows {
                let (cells, records, bytes) = cells(row)
                table.add(cells + [DecimalText.grouped(records), DecimalText.size(bytes)])
            }
            console.output.append(table.rendered(console.style, within: console.room))
        case .json: try console.write(json: rows)
        case .ndjson: for row in rows { try console.write(json: row, isPretty: false) }
        }
    }
}
