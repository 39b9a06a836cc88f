package import ArgumentParser

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
package struct StatsCommand<Application: StatsApplication>: AsyncParsableCommand, DescribedCommand,
    ShowingArguments
{
    package static var help: CommandText { Application.statsText }

    @OptionGroup package var choice: Application.StatsChoice

    @OptionGroup package var shown: ShownOptions<Application, Application.StatsFormat>

    package func run() async throws {
        let open = try await Application.counting(place, .standard(display))
        try await Application.showStats(choice, as: format, in: open)
        try open.close()
    }

    package init() {}
}

/// One count of records by what they have in common.
package struct FacetRow {
    /// The values that the records have in common, by the names of the fields.
    package let fields: JSONObject
    /// The values as people read them: a dash if there is none.
    package let cells: [String: String]
    /// The number of records.
    package let records: Int
    /// The bytes of their texts.
    package let bytes: Int

    /// Creates a value from its parts.
    ///
    /// - Parameter cells: The values that people read in another form.
    package init(
        _ values: KeyValuePairs<String, String?>, cells: [String: String] = [:], records: Int, bytes: Int
    ) {
        var fields: JSONObject = [:]
        for (name, value) in values { fields[name] = value }
        self.fields = fields
        self.cells = cells.merging(values.map { ($0, $1 ?? "-") }) { cell, _ in cell }
        self.records = records
        self.bytes = bytes
    }
}

extension Console {
    /// Writes counts of records by what they have in common, as `--by` asks for them.
    ///
    /// - Parameters:
    ///   - rows: The counts.
    ///   - titles: The columns: what the records are counted by.
    ///   - records: The noun for the records.
    ///   - sizes: The title of the sizes.
    ///   - format: The format.
    /// - Throws: Errors of the output.
    package func write(
        counts rows: [FacetRow], by titles: [String], of records: String, sizes: String,
        as format: OutputFormat
    ) throws {
        let objects = rows.map { row in
            var fields = row.fields
            (fields["entries"], fields["bytes"]) = (row.records, row.bytes)
            return fields
        }
        try write(records: objects, as: format) {
            var table = Table(
                titles.map { .init($0) } + [.init(records, .right), .init(sizes, .right, dispensability: 1)])
            for row in rows {
                table.add(
                    titles.map { row.cells[$0] ?? "" } + [
                        DecimalText.grouped(row.records), DecimalText.size(row.bytes),
                    ])
            }
            return table.rendered(style, within: room)
        }
    }
}
