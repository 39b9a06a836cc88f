package import ArgumentParser
package import IlkVocabulary

/// An application with a statistics command.
package protocol StatsApplication: StoreApplication {
    /// The options that select records, and the groups to count.
    associatedtype StatsChoice: SelectionOptions where StatsChoice.Application == Self
    associatedtype StatsFormat: TextualFormat

    static var statsText: CommandText { get }
    /// Counts records and writes the result.
    static func showStats(
        _ selection: StatsChoice.Selection, as format: StatsFormat, in open: OpenStore<Self>
    ) async throws
}

/// Counts the records of a store.
package struct StatsCommand<Application: StatsApplication>: AsyncParsableCommand, DescribedCommand,
    ShowingArguments
{
    package static var help: CommandText { Application.statsText }

    @OptionGroup package var choice: Application.StatsChoice

    @OptionGroup package var shown: ShownOptions<Application, Application.StatsFormat>

    package func run() async throws {
        let open = try await choice.open(place.settings, .standard(display))
        try await Application.showStats(choice.selection(in: open), as: format, in: open)
        try open.close()
    }

    package init() {}
}

/// A group of records with equal values.
package struct FacetRow {
    /// The values that the records of the group share, by field name, and the counts of the group.
    package let fields: JSONObject
    /// The texts to show in place of values, by field name. A missing value without such a text is shown as a
    /// dash.
    package let cells: [String: String]
    package let records: Int
    /// The total size of the group's texts in bytes.
    package let bytes: Int

    package init(_ fields: JSONObject, cells: [String: String] = [:], records: Int, bytes: Int) {
        self.fields = fields
        self.cells = cells
        self.records = records
        self.bytes = bytes
    }
}

extension Console {
    /// Writes the counts that `--by` requests.
    ///
    /// - Parameters:
    ///   - titles: The column titles, one for each grouping field.
    ///   - sizes: The column title of the sizes.
    package func write(
        counts rows: [FacetRow], by titles: [String], of records: String, sizes: String,
        as format: OutputFormat
    ) throws {
        guard !rows.isEmpty || format != .text else { return note("No matching \(records).") }
        try write(records: rows.map(\.fields), as: format) {
            var table = Table(
                titles.map { .init($0) } + [.init(records, .right), .init(sizes, .right, dispensability: 1)])
            for row in rows {
                table.add(
                    titles.map { row.cells[$0] ?? row.fields[$0] as? String ?? "-" } + [
                        DecimalText.grouped(row.records), DecimalText.size(row.bytes),
                    ])
            }
            return table.rendered(style, within: room)
        }
    }
}
