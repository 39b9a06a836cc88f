import Foundation
import GRDB
import IlkLog
import IlkStore
import IlkVocabulary
import Logging
import RawInsert

// The comparison with verdict rows, the full-text index and the counts.
extension Comparison {
    private static let scores =
        #"{"email":0.125,"message":0.75,"document":0.0625,"social":0.03125,"code":0.015625,"search":0.015625}"#

    /// A thousand texts of about 110 bytes, with frequent and rare words.
    private static let texts = (0..<1000).map { place in
        (0..<18).map { "w\((place * 7919 + $0 * $0 * 104_729) % (31 << ($0 % 11)))" }.joined(separator: " ")
    }

    func runVerdicts() async throws {
        var ratios: [(rows: Double, index: Double)] = []
        for round in 1...Self.rounds {
            let store = try open()
            let schema =
                try await Self.schema(
                    of: store,
                    where: #"name NOT LIKE 'classificationSearch\_%' ESCAPE '\' AND name NOT LIKE 'journal%'"#
                )
                + ";INSERT INTO classificationProvenance VALUES (1, 'fused', 'a', 'b', '72.1')"
            let seconds = try await logVerdicts(to: store)
            try store.close()
            let rows = try raw(schema, indexes: false)
            let index = try raw(schema, indexes: true)
            ratios.append((rows / seconds, index / seconds))
            StoreProbe.say(
                "round \(round): \(Int(Double(Self.rows) / seconds)) rows per second with verdicts, index and counts; "
                    + "plain C \(Int(Double(Self.rows) / rows)) without an index, \(Int(Double(Self.rows) / index)) with one"
            )
        }
        func median(_ values: [Double]) -> Double { 100 * values.sorted()[values.count / 2] }
        let (rows, index) = (median(ratios.map(\.rows)), median(ratios.map(\.index)))
        StoreProbe.say(
            "with verdicts and index: \(rows.figure) % of plain C writing the rows alone, \(index.figure) % of plain C "
                + "writing rows and index (medians); of the former " + Target.atLeast(60, "%").beside(rows))
    }

    private func raw(_ schema: String, indexes: Bool) throws -> Double {
        var texts = Self.texts.map { UnsafePointer<CChar>(strdup($0)) }
        defer { for text in texts { free(UnsafeMutablePointer(mutating: text)) } }
        let seconds = raw_insert_verdicts(
            path, schema, &texts, Int32(texts.count), Self.scores, indexes ? 1 : 0, Self.rows,
            JournalSettings().batchEntries)
        guard seconds > 0 else { throw Broken() }
        return seconds
    }

    /// - Returns: The seconds until everything is committed and indexed.
    private func logVerdicts(to store: ClassificationLogStore) async throws -> Double {
        let logger = ClassificationLogger(
            store: store, settings: JournalSettings(maximumUncommitted: nil), logger: Logger(label: "probe"))
        let begun = ContinuousClock.now
        for row in 0..<Self.rows {
            let classification = TextClassification(
                category: .message, timestamp: Date(), textSample: "", verdict: ProbeSupport.verdict)
            await logger.log(
                classification: classification, fullText: Self.texts[row % Self.texts.count], features: nil)
        }
        guard await logger.close().stored == Self.rows else { throw Broken() }
        try await store.updateIndex()
        return (ContinuousClock.now - begun) / .seconds(1)
    }
}
