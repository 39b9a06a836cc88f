import Foundation
import GRDB
import IlkLog
import IlkStore
import IlkVocabulary
import Logging
import RawInsert

/// Compares the rows per second written by the logger into the contract's table with those of SQLite called
/// from C, with the same statement, text, order of ids and rows per commit. Both run alternately, so that
/// other load affects them equally.
struct Comparison {
    let path: String

    static let rounds = 5
    static let rows = 300_000
    private static let rowsAlone = 30_000
    private static let text = String(String(repeating: "a word or two, and one more ", count: 11).prefix(300))

    struct Broken: Error {}

    /// Returns the statements that created some of a store's tables and indexes.
    static func schema(of store: ClassificationLogStore, where condition: String) async throws -> String {
        try await store.reader.read { database in
            try String.fetchAll(
                database, sql: "SELECT sql FROM sqlite_master WHERE sql NOT NULL AND \(condition)"
            ).joined(separator: ";")
        }
    }

    func run() async throws {
        var ratios: [Double] = []
        var lead: [Double] = []
        for round in 1...Self.rounds {
            let store = try open()
            let schema = try await Self.schema(
                of: store, where: "tbl_name = 'classificationLog' AND type <> 'trigger'")
            let seconds = try await log(to: store)
            try store.close()
            let raw = raw_insert(
                path, schema, Self.text, Int32(Self.text.utf8.count), Self.rows,
                JournalSettings().batchEntries)
            guard raw > 0 else { throw Broken() }
            ratios.append(raw / seconds)
            let rate = Double(Self.rows) / seconds
            let alone = try rowsAlone(schema)
            lead.append(rate / alone)
            StoreProbe.say(
                "round \(round): \(Int(rate)) rows per second, plain C \(Int(Double(Self.rows) / raw)): "
                    + "\(Int((100 * raw / seconds).rounded())) %; GRDB a row at a time \(Int(alone))")
        }
        let median = ratios.sorted()[ratios.count / 2]
        StoreProbe.say(
            "the contract's table: \((100 * median).figure) % of plain C (median), "
                + Target.atLeast(85, "%").beside(100 * median))
        StoreProbe.say("\(lead.sorted()[lead.count / 2].figure) times GRDB used a row at a time (median)")
    }

    /// Returns the rows per second of GRDB without a journal: one transaction per row, with the same ids and
    /// settings.
    private func rowsAlone(_ schema: String) throws -> Double {
        try StoreFiles.remove(path)
        var configuration = Configuration()
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = NORMAL") }
        let pool = try DatabasePool(path: path, configuration: configuration)
        try pool.write { try $0.execute(sql: schema) }
        let ids = RecordIDSource()
        let begun = ContinuousClock.now
        for _ in 0..<Self.rowsAlone {
            let arguments: StatementArguments = [
                ids.next().description, Self.text, "message", Date().timeIntervalSince1970,
                Self.text.utf8.count,
            ]
            try pool.write { database in
                let insert = "INSERT INTO classificationLog VALUES (?, ?, ?, ?, ?, NULL)"
                try database.cachedStatement(sql: insert).execute(arguments: arguments)
            }
        }
        let seconds = (ContinuousClock.now - begun) / .seconds(1)
        try pool.close()
        return Double(Self.rowsAlone) / seconds
    }

    func open() throws -> ClassificationLogStore {
        try StoreFiles.remove(path)
        return try ClassificationLogStore.open(.file(path))
    }

    /// - Returns: The seconds until everything is committed.
    private func log(to store: ClassificationLogStore) async throws -> Double {
        let logger = ClassificationLogger(
            store: store, settings: JournalSettings(maximumUncommitted: nil), keepsIndex: false,
            logger: Logger(label: "probe"))
        let begun = ContinuousClock.now
        for _ in 0..<Self.rows {
            let classification = TextClassification(category: .message, timestamp: Date(), textSample: "")
            await logger.log(classification: classification, fullText: Self.text, features: nil)
        }
        guard await logger.close().stored == Self.rows else { throw Broken() }
        return (ContinuousClock.now - begun) / .seconds(1)
    }
}
