import Foundation
import GRDB
import IlkLog
import IlkStore
import IlkVocabulary
import Logging

/// Measures the cost of logging in a release build: the caller's time, the delay until a row is visible, and
/// the throughput.
struct Measurement {
    let path: String

    private static let text = String(repeating: "a word or two, and one more ", count: 11).prefix(300)
    private static let features = TextFeatures(sentenceCount: 2, wordCount: 60, formalityScore: 0.4)

    /// The settings of a service, without the limit on uncommitted entries.
    private static let settings = JournalSettings(maximumUncommitted: nil)

    func run() async throws {
        clockCost()
        try await callersCost(
            "steady 20,000 per second, contract's table", count: 100_000, gap: .microseconds(50),
            cost: [0.5: .atMost(0.3, "us"), 0.999: .atMost(5, "us")], seen: [0.9999: .atMost(100_000, "us")])
        try await callersCost(
            "burst of 60,000, contract's table", count: 60_000, gap: .zero, cost: [0.999: .atMost(50, "us")])
        try await callersCost(
            "steady 20,000 per second, verdict and features", count: 60_000, gap: .microseconds(50),
            full: true)
        try await throughput("contract's table alone", verdict: nil, features: nil)
        try await throughput("with verdicts", verdict: ProbeSupport.verdict, features: nil)
        try await throughput(
            "with verdicts and features", verdict: ProbeSupport.verdict, features: Self.features)
    }

    /// Measures the cost of the clock, which is part of all caller's costs below.
    private func clockCost() {
        let clock = ContinuousClock()
        say(
            "nothing, between two readings of the clock",
            (0..<100_000).map { _ in
                let before = clock.now
                return clock.now - before
            })
    }

    private func fresh() throws -> ClassificationLogStore {
        try StoreFiles.remove(path)
        return try ClassificationLogStore.open(.file(path))
    }

    /// Measures the caller's time, and the delay until the row was seen by another connection.
    private func callersCost(
        _ name: String, count: Int, gap: Duration, full: Bool = false, cost: [Double: Target] = [:],
        seen: [Double: Target] = [:]
    ) async throws {
        let store = try fresh()
        let logger = ClassificationLogger(
            store: store, settings: Self.settings, logger: Logger(label: "probe"))
        let text = String(Self.text)
        let clock = ContinuousClock()
        var called: [ContinuousClock.Instant] = []
        var costs: [Duration] = []
        called.reserveCapacity(count)
        costs.reserveCapacity(count)
        async let watched = watch(count)
        let begun = clock.now
        for number in 0..<count {
            let due = begun + gap * number
            while clock.now < due {}
            let classification = TextClassification(
                category: .message, timestamp: Date(), textSample: "",
                verdict: full ? ProbeSupport.verdict : nil)
            let before = clock.now
            await logger.log(
                classification: classification, fullText: text, features: full ? Self.features : nil)
            costs.append(clock.now - before)
            called.append(before)
        }
        await logger.close()
        let sightings = try await watched
        try store.close()
        say("\(name): caller's cost", costs, cost)
        say("\(name): seen after", delays(called, sightings), seen)
    }

    /// Polls the table through a separate connection, and returns the number of rows at each time.
    private func watch(_ count: Int) async throws -> [(rows: Int, at: ContinuousClock.Instant)] {
        let reader = try ClassificationLogStore.open(.file(path), access: .readOnly)
        var sightings: [(rows: Int, at: ContinuousClock.Instant)] = []
        var seen = 0
        while seen < count {
            let rows = try await reader.newestRow()
            if rows > seen { sightings.append((rows, .now)) }
            seen = max(seen, rows)
            try await Task.sleep(for: .milliseconds(2))
        }
        try reader.close()
        return sightings
    }

    private func delays(
        _ called: [ContinuousClock.Instant], _ sightings: [(rows: Int, at: ContinuousClock.Instant)]
    ) -> [Duration] {
        var delays: [Duration] = []
        var next = 0
        for sighting in sightings {
            while next < min(sighting.rows, called.count) {
                delays.append(sighting.at - called[next])
                next += 1
            }
        }
        return delays
    }

    private func throughput(_ name: String, verdict: Verdict?, features: TextFeatures?) async throws {
        let store = try fresh()
        let logger = ClassificationLogger(
            store: store, settings: Self.settings, logger: Logger(label: "probe"))
        let text = String(Self.text)
        let count = 300_000
        let begun = ContinuousClock.now
        for _ in 0..<count {
            let classification = TextClassification(
                category: .message, timestamp: Date(), textSample: "", verdict: verdict)
            await logger.log(classification: classification, fullText: text, features: features)
        }
        await logger.close()
        let seconds = (ContinuousClock.now - begun) / .seconds(1)
        try store.close()
        StoreProbe.say("\(name): \(Int(Double(count) / seconds)) rows per second")
    }

    private func say(_ name: String, _ durations: [Duration], _ asked: [Double: Target] = [:]) {
        let sorted = durations.sorted()
        func at(_ share: Double) -> String {
            let place = min(sorted.count - 1, Int(Double(sorted.count) * share))
            let found = sorted[place] / .microseconds(1)
            return "\(found.figure) us" + (asked[share].map { " (\($0.beside(found)))" } ?? "")
        }
        StoreProbe.say("\(name): median \(at(0.5)), 99.9 % \(at(0.999)), 99.99 % \(at(0.9999))")
    }
}

extension ClassificationLogStore {
    /// Returns the number of rows of a table without deletions.
    fileprivate func newestRow() async throws -> Int {
        try await reader.read { try Int.fetchOne($0, sql: "SELECT max(rowid) FROM classificationLog") ?? 0 }
    }
}
