import Foundation
import GRDB
import IlkStore
import IlkVocabulary
import InMemoryLogging
import Logging
import StoreTestSupport
import Testing

@testable import IlkLog

/// The tests of the contract, under the names in its document.
@Suite struct ClassificationLoggerContractTests {
    private let scratch: Scratch
    private let path: String
    private let store: ClassificationLogStore
    private let handler = InMemoryLogHandler()
    private let logger: ClassificationLogger

    init() throws {
        scratch = try Scratch()
        path = scratch.path("log.db")
        store = try ClassificationLogStore.open(.file(path))
        let handler = handler
        let settings = JournalSettings(
            retry: RetrySchedule(first: .milliseconds(1), longest: .milliseconds(4)),
            attemptPatience: .milliseconds(1))
        logger = ClassificationLogger(
            store: store, settings: settings, logger: Logger(label: "test") { _ in handler })
    }

    private func finish() async throws {
        let ledger = await logger.close()
        #expect(ledger.isBalanced)
        try store.close()
    }

    @Test func testLog_validClassification_persistsToDatabase() async throws {
        let other = try RowWatch(table: "classificationLog", at: path)
        let called = ContinuousClock.now
        await logger.log(
            classification: Samples.classification(.email), fullText: "Dear Ms Osei, the boat is sold.",
            features: nil)
        try await eventually("the row is visible to another connection") { other.firstSeen != nil }
        // The latency is a benchmark, not a test: `StoreProbe measure` checks it against 100 ms.
        print("visible after \(try #require(other.firstSeen) - called)")
        try await finish()
    }

    @Test func testLog_withFeatures_serializesFeaturesToJSON() async throws {
        await logger.log(
            classification: Samples.classification(), fullText: "see u", features: Samples.features)
        await logger.flush()
        let json = try #require(try await logger.fetchRecentLogs(limit: 1).first?.extractedFeatures)
        #expect(try JSONDecoder().decode(TextFeatures.self, from: Data(json.utf8)) == Samples.features)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let all = String(decoding: try encoder.encode(Samples.features), as: UTF8.self)
        let measured = all.replacing(/"[a-zA-Z0-9]+":0,/, with: "")
            .replacing(/,"[a-zA-Z0-9]+":0}/, with: "}")
        #expect(json == measured, "features that are 0 are left out")
        let valid = try await store.reader.read {
            try Bool.fetchOne($0, sql: "SELECT json_valid(extractedFeatures) FROM classificationLog")
        }
        #expect(valid == true)
        try await finish()
    }

    @Test func testLog_withoutFeatures_leavesExtractedFeaturesNull() async throws {
        await logger.log(classification: Samples.classification(), fullText: "see u", features: nil)
        await logger.flush()
        let kind = try await store.reader.read {
            try String.fetchOne($0, sql: "SELECT typeof(extractedFeatures) FROM classificationLog")
        }
        #expect(kind == "null")
        try await finish()
    }

    @Test func testLog_emptyText_skipsLogging() async throws {
        await logger.log(classification: Samples.classification(), fullText: "", features: nil)
        await logger.log(classification: Samples.classification(), fullText: " \n", features: nil)
        await logger.flush()
        #expect(try await logger.fetchRecentLogs(limit: 10).map(\.text) == [" \n"])
        #expect(logger.ledger.skipped == [.empty: 1])
        #expect(handler.entries.isEmpty)
        try await finish()
    }

    @Test func testLog_concurrent_handlesMultipleWrites() async throws {
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<64 {
                group.addTask {
                    for number in 0..<100 {
                        await logger.log(
                            classification: Samples.classification(
                                .social, at: Double(number), verdict: Samples.verdict()),
                            fullText: "post \(task) \(number)", features: nil)
                    }
                }
            }
        }
        await logger.flush()
        let logs = try await logger.fetchRecentLogs(limit: 10_000)
        let expected = (0..<64).flatMap { task in (0..<100).map { "post \(task) \($0)" } }
        #expect(logs.count == 6400)
        #expect(Set(logs.map(\.text)) == Set(expected))
        #expect(Set(logs.map(\.id)).count == 6400)
        let check = try await store.reader.read { try String.fetchOne($0, sql: "PRAGMA integrity_check") }
        #expect(check == "ok")
        try await finish()
    }

    @Test func testLog_databaseError_doesNotThrow() async throws {
        let outside = try OutsideWriter(holding: path)
        await logger.log(classification: Samples.classification(), fullText: "a secret word", features: nil)
        try await eventually("the error is logged") { handler.entries.contains { $0.level == .error } }
        #expect(logger.ledger.pending == 1)
        #expect(handler.entries.allSatisfy { !"\($0.message) \($0.metadata)".contains("secret") })
        try outside.release()
        await logger.flush()
        #expect(try await logger.fetchRecentLogs(limit: 1).first?.text == "a secret word")
        try await finish()
    }

    @Test func testLog_performance_completesUnder1ms() async throws {
        let text = "Hey Sarah, are we still on for the match on Saturday? I can bring the flags."
        let classification = Samples.classification(verdict: Samples.verdict())
        let clock = ContinuousClock()
        var costs: [Duration] = []
        costs.reserveCapacity(20_000)
        let begun = clock.now
        for number in 0..<20_000 {
            // A steady rate, as on a server. A burst would also measure the growth of the queue.
            while clock.now < begun + .microseconds(50 * number) {}
            let before = clock.now
            await logger.log(classification: classification, fullText: text, features: Samples.features)
            costs.append(clock.now - before)
        }
        await logger.flush()
        costs.sort()
        let (median, tail) = (costs[costs.count / 2], costs[costs.count * 999 / 1000])
        print("caller's cost of log at 20,000 a second: median \(median), 99.9 % \(tail)")
        #expect(median < .milliseconds(1))
        #expect(logger.ledger.stored == 20_000)
        try await finish()
    }

    @Test func testLog_roundTrip_retrievesCorrectData() async throws {
        let texts = ["Hey Sarah, still on for today? 🙂", "nul \0 inside", "\u{FEFF}é\u{301}", "\r\n"]
        for (place, text) in texts.enumerated() {
            await logger.log(
                classification: Samples.classification(.message, at: Double(place)), fullText: text,
                features: nil)
        }
        await logger.flush()
        let logs = try await logger.fetchRecentLogs(limit: 10).reversed()
        #expect(logs.map { Array($0.text.utf8) } == texts.map { Array($0.utf8) })
        #expect(logs.map(\.textLength) == texts.map(\.unicodeScalars.count))
        #expect(logs.map(\.category) == [String](repeating: "message", count: 4))
        #expect(logs.map(\.timestamp) == (0..<4).map { Samples.noon.addingTimeInterval(Double($0)) })
        #expect(logs.map(\.id.uuidString) == logs.map(\.id.uuidString).sorted())
        let stored = try await store.reader.read {
            try String.fetchAll($0, sql: "SELECT id FROM classificationLog ORDER BY timestamp")
        }
        #expect(stored == logs.map(\.id.uuidString))
        #expect(stored.allSatisfy { $0 == $0.uppercased() && Array($0)[14] == "7" })
        let seconds = try await store.reader.read {
            try Double.fetchOne($0, sql: "SELECT min(timestamp) FROM classificationLog")
        }
        #expect(seconds == 1_800_000_000)
        try await finish()
    }
}
