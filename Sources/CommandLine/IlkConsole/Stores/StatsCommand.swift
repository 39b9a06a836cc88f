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
    /// The values by the names of the fields.
    package let fields: JSONObject
    /// The values as human-readable text, with a dash for a missing value.
    package let cells: [String: String]
    package let records: Int
    /// The total size of their texts in bytes.
    package let bytes: Int

    /// Creates a group.
    ///
    /// - Parameter cells: The human-readable texts that differ from the values.
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
    /// Writes the counts that `--by` requests.
    ///
    /// - Parameters:
    ///   - titles: The column titles, one for each grouping field.
    ///   - sizes: The column title of the sizes.
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
