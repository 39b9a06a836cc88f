import Foundation
import IlkDomains
import IlkVocabulary

/// Counts of a log's entries by what they have in common.
struct LogFacetTable {
    /// What they are counted by.
    var dimensions: [LogFacet.Dimension]
    /// How they are shown.
    var format: OutputFormat
    /// Where.
    var console: Console

    private struct Row: Encodable {
        var category: String?
        var day: String?
        var model: String?
        var abstention: String?
        var entries: Int
        var bytes: Int
    }

    /// Reads and shows them.
    func run(_ store: ClassificationLogStore) async throws {
        let rows = try await store.facets(by: Set(dimensions)).map { facet in
            Row(
                category: facet.category?.rawValue, day: facet.day.map(Self.day), model: facet.model,
                abstention: facet.abstention?.rawValue, entries: facet.entries, bytes: facet.bytes)
        }
        switch format {
        case .text: console.output.append(text(rows))
        case .json: try console.write(json: rows)
        case .ndjson: for row in rows { try console.write(json: row, isPretty: false) }
        }
        try console.output.flush()
    }

    private func text(_ rows: [Row]) -> String {
        var table = Table(
            dimensions.map { .init($0.rawValue) } + [.init("entries", .right), .init("text", .right)])
        for row in rows {
            table.add(
                dimensions.map { cell(row, $0) }
                    + [DecimalText.grouped(row.entries), DecimalText.size(row.bytes)])
        }
        return table.rendered(console.style)
    }

    private func cell(_ row: Row, _ dimension: LogFacet.Dimension) -> String {
        switch dimension {
        case .category: row.category ?? "-"
        case .day: row.day ?? "-"
        // Enough of a digest to tell one model from another.
        case .model: row.model.map { String($0.prefix(12)) } ?? "-"
        case .abstention: row.abstention ?? "claimed"
        }
    }

    private static func day(_ day: Int) -> String { String(RecordTime.text(Double(day) * 86_400).prefix(10)) }
}
