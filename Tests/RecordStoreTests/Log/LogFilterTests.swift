import Foundation
import IlkLog
import IlkStore
import IlkVocabulary
import Testing

@Suite("filters of the log") struct LogFilterTests {
    /// Creates a log in memory with these rows, oldest first.
    private static func store(
        _ rows: [(String, TextClassification)]
    ) async throws -> ClassificationLogStore {
        let store = try ClassificationLogStore.open(.memory)
        let logger = ClassificationLogger(store: store)
        for (text, classification) in rows {
            await logger.log(classification: classification, fullText: text, features: nil)
        }
        await logger.close()
        try await store.updateIndex()
        return store
    }

    @Test func `a label selects its predictions and entries without a verdict, but no abstentions`()
        async throws
    {
        let store = try await Self.store([
            ("a prediction", Samples.classification(.email, at: 0, verdict: Samples.verdict())),
            (
                "a guess",
                Samples.classification(.email, at: 1, verdict: Samples.verdict(abstention: .unsure))
            ),
            ("a label", Samples.classification(.email, at: 2)),
            ("a message", Samples.classification(.message, at: 3, verdict: Samples.verdict())),
        ])
        let filter = LogFilter(category: .email)
        let expected = ["a label", "a prediction"]
        #expect(try await store.entries(newest: 9, matching: filter).map(\.log.text) == expected)
        #expect(
            try await store.search(FullTextQuery("a"), newest: 9, matching: filter).map(\.log.text)
                == expected)
        #expect(
            try await store.records(after: nil, matching: filter).records.map(\.text) == expected.reversed())
        for dimension in [nil, LogFacet.Dimension.day, .hour] {
            let dimensions = Set([dimension].compactMap { $0 })
            let counts = try await store.facets(by: dimensions, matching: filter)
            #expect(counts.map(\.entries) == [2])
        }
        #expect(try await store.purge(LogPurge(filter: filter)).records == 2)
        #expect(try await store.entries(newest: 9).map(\.log.text) == ["a message", "a guess"])
        try store.close()
    }

    @Test func `a purge of a label with many abstentions erases exactly its predictions`() async throws {
        let store = try await Self.store(
            (0..<2400).map { place in
                let verdict = Samples.verdict(abstention: place % 2 == 0 ? .unsure : nil)
                return ("text \(place)", Samples.classification(.email, at: Double(place), verdict: verdict))
            })
        #expect(try await store.purge(LogPurge(filter: LogFilter(category: .email))).records == 1200)
        #expect(try await store.facets(by: [.abstention]).map(\.abstention) == [.unsure])
        try store.close()
    }

    @Test func `counts use the exact times of a filter`() async throws {
        // Noon of the samples is 08:00 UTC, so hours 16 and 40 are the beginnings of days.
        let hours = [-10, 0, 2, 16, 20, 30, 50]
        let bounds: [Int?] = [nil, -9, 0, 1, 16, 21, 40, 60]
        let store = try ClassificationLogStore.open(.memory)
        _ = try await store.insert(
            hours.map { hour in
                LogRecord(
                    id: store.nextID(), seconds: Self.time(hour).timeIntervalSince1970, category: .code,
                    text: "text")
            })
        for isIndexed in [false, true] {
            if isIndexed { try await store.updateIndex() }
            for (since, until) in bounds.flatMap({ since in bounds.map { (since, $0) } }) {
                let filter = LogFilter(since: since.map(Self.time), until: until.map(Self.time))
                let expected = hours.filter { $0 >= since ?? .min && $0 < until ?? .max }.count
                let total = try await store.facets(by: [], matching: filter)
                #expect(total.map(\.entries) == [expected], "\(filter)")
                #expect(total.map(\.bytes) == [4 * expected], "\(filter)")
                let days = try await store.facets(by: [.day], matching: filter)
                #expect(days.reduce(0) { $0 + $1.entries } == expected, "\(filter)")
            }
        }
        try store.close()
    }

    private static func time(_ hour: Int) -> Date { Samples.noon.addingTimeInterval(3600 * Double(hour)) }
}
