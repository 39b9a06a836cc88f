import Foundation
import IlkCalls
import IlkLog
import IlkStore
import IlkVocabulary

/// A store with many calls: the rate of journaled inserts, compared with the log in the same run, and the
/// cost of queries.
///
///     ilk-bench calls --rows 1000000
enum CallsTopic {
    private static let contacts: Int32 = 500

    static func run() async throws {
        let rows = Int(LogTopic.option("--rows") ?? "") ?? 200_000
        let folder = FileManager.default.temporaryDirectory.appending(path: "ilk-bench-calls-\(getpid())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await race(folder, min(rows, 100_000))
        for count in rows > 5000 ? [5000, rows] : [rows] {
            let storage = try await filled(folder.appending(path: "calls-\(count).sqlite").path, count)
            print("-- \(count) calls")
            try await ask(storage)
            try storage.close()
        }
    }

    /// Writes the same texts to the log and to the call store in turns. The ratio is the median of three
    /// rounds.
    private static func race(_ folder: URL, _ rows: Int) async throws {
        var ratios: [Double] = []
        for round in 0..<3 {
            let log = try await log(folder.appending(path: "log-\(round).sqlite").path, rows)
            // The contacts are created before the measurement, because the log has no counterpart.
            let (storage, ids) = try await made(folder.appending(path: "race-\(round).sqlite").path)
            let calls = try await seconds {
                try await fill(storage, ids, rows)
                try storage.close()
            }
            ratios.append(log / calls)
            print(
                "\(rows) rows with their index: log \(Int(Double(rows) / log)), calls \(Int(Double(rows) / calls)) a second"
            )
        }
        print("calls as fast as the log: \(LogTopic.rounded(ratios.sorted()[1])) times")
    }

    private static func log(_ path: String, _ rows: Int) async throws -> Double {
        try await seconds {
            let store = try ClassificationLogStore.open(.file(path))
            let logger = ClassificationLogger(store: store)
            var texts = BenchEntries(seed: 7)
            let start = Date().timeIntervalSince1970 - Double(rows) * 300
            for row in 0..<rows {
                let verdict = texts.verdict()
                await logger.log(
                    classification: TextClassification(
                        category: verdict.category,
                        timestamp: Date(timeIntervalSince1970: start + Double(row) * 300), textSample: "",
                        verdict: verdict), fullText: texts.text(), features: nil)
            }
            await logger.close()
            try await store.updateIndex()
            try store.close()
        }
    }

    private static func filled(_ path: String, _ rows: Int) async throws -> CallLogStorage {
        let (storage, ids) = try await made(path)
        try await fill(storage, ids, rows)
        return storage
    }

    /// Creates a store with contacts.
    private static func made(_ path: String) async throws -> (CallLogStorage, [Int32]) {
        let storage = try CallLogStorage.open(.file(path))
        var ids: [Int32] = []
        for number in 0..<contacts {
            ids.append(try await storage.contact(creatingNamed: "contact \(number)").contact.id)
        }
        return (storage, ids)
    }

    private static func fill(_ storage: CallLogStorage, _ ids: [Int32], _ rows: Int) async throws {
        let logger = CallLogger(storage: storage)
        var texts = BenchEntries(seed: 7)
        let start = Date().timeIntervalSince1970 - Double(rows) * 300
        for row in 0..<rows {
            // Drawn and discarded so that both stores get the same texts.
            _ = texts.verdict()
            await logger.log(
                CallDraft(
                    contactId: ids[row * 7919 % ids.count],
                    calledAt: Date(timeIntervalSince1970: start + Double(row) * 300),
                    duration: row % 3 == 0 ? nil : row % 90 + 1,
                    emotionalState: row % 10 < 6 ? EmotionalState.allCases[row % 5] : nil, notes: texts.text()
                ))
        }
        await logger.close()
        try await storage.updateIndex()
    }

    private static func ask(_ storage: CallLogStorage) async throws {
        let names = try await storage.contactNames().keys.sorted()
        let contact = names[names.count / 2]
        try await LogTopic.time("newest 50") { try await storage.fetchCallLogs(limit: 50).count }
        try await LogTopic.time("newest 50 with a contact") {
            try await storage.fetchCallLogs(matching: CallFilter(contactId: contact), limit: 50).count
        }
        try await LogTopic.time("newest 50 that felt sad") {
            try await storage.fetchCallLogs(matching: CallFilter(emotion: .sad)).count
        }
        let all = try await storage.statistics()
        let middle = Date(
            timeIntervalSince1970: ((all.first ?? .now).timeIntervalSince1970
                + (all.last ?? .now).timeIntervalSince1970) / 2)
        try await LogTopic.time("a page from the middle") {
            try await storage.fetchCallLogs(matching: CallFilter(until: middle)).count
        }
        try await LogTopic.time("statistics") { try await storage.statistics().total }
        try await LogTopic.time("statistics of a contact") {
            try await storage.statistics(matching: CallFilter(contactId: contact)).total
        }
        let weeks = LocalTimeline(timeZone: .gmt, locale: Locale(identifier: "en_GB")).weeks(
            12, now: all.last ?? .now)
        try await LogTopic.time("calls in each of 12 weeks") {
            try await storage.counts(between: weeks).reduce(0) { $0 + $1.calls }
        }
        try await LogTopic.time("contacts with their last calls") { try await storage.contacts().count }
        for query in [
            "w0", "w5", "w300", "w20000", "w5 w9", "\"w5 w9\"", "w300 w5000", "w5 -w9", "nosuchword",
        ] {
            let parsed = try FullTextQuery(query)
            try await LogTopic.time("search \(query)") { try await storage.search(parsed, limit: 50).count }
        }
        let filter = CallFilter(contactId: contact, since: middle)
        let word = try FullTextQuery("w300")
        try await LogTopic.time("search w300 of a contact, since the middle") {
            try await storage.search(word, matching: filter, limit: 50).count
        }
        // The worst case for a rare tag: all of its calls are among the oldest.
        let oldest = try await storage.records(after: nil, limit: 3).records.map {
            RecordReference.id($0.call.key)
        }
        try await storage.updateCallLogs(oldest) { $0.tags = ["rare"] }
        let rare = CallFilter(tag: "rare")
        try await LogTopic.time("newest 50 of a rare tag") {
            try await storage.fetchCallLogs(matching: rare, limit: 50).count
        }
        try await LogTopic.time("statistics of a rare tag") {
            try await storage.statistics(matching: rare).total
        }
        try await LogTopic.time("search w0 of a rare tag") {
            try await storage.search(try FullTextQuery("w0"), matching: rare, limit: 50).count
        }
        let seldom = try await storage.contact(creatingNamed: "seldom called")
        try await storage.updateCallLogs(oldest) { $0.contactId = seldom.contact.id }
        let filtered = CallFilter(contactId: seldom.contact.id)
        try await LogTopic.time("search w0 of a contact who is seldom called") {
            try await storage.search(try FullTextQuery("w0"), matching: filtered, limit: 50).count
        }
        try await LogTopic.time("record a call, and find it") {
            let call = try await storage.saveCallLog(
                CallDraft(contactId: contact, calledAt: .now, duration: 5, notes: "needle in a haystack"))
            let needle = try FullTextQuery("needle")
            return try await storage.search(needle, limit: 1).first?.key == call.key ? 1 : 0
        }
    }

    private static func seconds(_ body: () async throws -> Void) async rethrows -> Double {
        let begun = ContinuousClock.now
        try await body()
        return (ContinuousClock.now - begun) / .seconds(1)
    }
}
