import Foundation
import IlkLog
import IlkStore
import IlkVocabulary

/// A log with many rows: the insert rate with its index and counts, and the cost of queries.
///
///     ilk-bench log --rows 10000000 --log FILE     uses FILE if it exists, otherwise creates and keeps it
enum LogTopic {
    private typealias Category = IlkVocabulary.Category

    static func run() async throws {
        let rows = Int(option("--rows") ?? "") ?? 200_000
        let kept = option("--log")
        let path =
            kept
            ?? FileManager.default.temporaryDirectory.appending(path: "ilk-bench-\(getpid()).sqlite").path
        defer {
            for suffix in kept == nil ? ["", "-wal", "-shm", ".lock", ".ledger"] : [] {
                try? FileManager.default.removeItem(atPath: path + suffix)
            }
        }
        if !FileManager.default.fileExists(atPath: path) { try await fill(path, rows) }
        let begun = ContinuousClock.now
        let store = try ClassificationLogStore.open(.file(path))
        let opening = (ContinuousClock.now - begun) / .milliseconds(1)
        print(
            "open: \(rounded(opening)) ms (asked at most 1000 at 10,000,000); \(try await store.count()) rows"
        )
        try await ask(store)
        try store.close()
    }

    static func option(_ name: String) -> String? {
        CommandLine.arguments.firstIndex(of: name).flatMap {
            $0 + 1 < CommandLine.arguments.count ? CommandLine.arguments[$0 + 1] : nil
        }
    }

    private static func fill(_ path: String, _ rows: Int) async throws {
        let store = try ClassificationLogStore.open(.file(path))
        let logger = ClassificationLogger(store: store)
        var texts = BenchEntries(seed: 7)
        let start = Date().timeIntervalSince1970 - Double(rows) * 3.15
        let begun = ContinuousClock.now
        for row in 0..<rows {
            let verdict = texts.verdict()
            await logger.log(
                classification: TextClassification(
                    category: verdict.category,
                    timestamp: Date(timeIntervalSince1970: start + Double(row) * 3.15),
                    textSample: "", verdict: verdict),
                fullText: texts.text(), features: nil)
            if row % 1_000_000 == 999_999 {
                print("  \(row + 1) rows after \((ContinuousClock.now - begun) / .seconds(1)) s")
            }
        }
        await logger.close()
        try await store.updateIndex()
        let seconds = (ContinuousClock.now - begun) / .seconds(1)
        print("\(rows) rows with verdicts, index and counts: \(Int(Double(rows) / seconds)) a second")
        try store.close()
    }

    private static func ask(_ store: ClassificationLogStore) async throws {
        try await time("newest 50", asked: 5) { try await store.entries(newest: 50).count }
        for category in ["email", "code", "search"] as [Category] {
            try await time("newest 50 of \(category)", asked: 5) {
                try await store.entries(newest: 50, matching: LogFilter(category: category)).count
            }
        }
        try await time("newest 50 doubtful") {
            try await store.entries(newest: 50, matching: LogFilter(unsureOnly: true)).count
        }
        let middle = try await store.facets(by: [.day])
        let day = Double(middle[middle.count / 2].day ?? 0) * 86_400
        let cursor = try await store.entries(
            newest: 1, matching: LogFilter(until: Date(timeIntervalSince1970: day))
        ).first?.cursor
        try await time("a page from the middle") {
            try await store.entries(newest: 50, before: cursor, matching: LogFilter()).count
        }
        try await time("facet by category and day", asked: 20) {
            try await store.facets(by: [.category, .day]).count
        }
        for query in [
            "w0", "w5", "w300", "w20000", "w49999", "w5 w9", "\"w5 w9\"", "w300 w5000", "w5 -w9",
            "nosuchword", "w*", "w1*", "w30*", "w300*", "w4999*", "w5 w1*", "w5 -w1*",
        ] {
            let query = (query, try FullTextQuery(query))
            try await time("search \(query.0)", asked: 20) {
                try await store.search(query.1, newest: 50).count
            }
        }
        try await time("review queue of 50") { try await store.reviewQueue(limit: 50).count }
    }

    /// Runs a query 21 times and prints the times.
    ///
    /// - Parameters:
    ///   - name: The name of the query.
    ///   - asked: The target for 10,000,000 rows in milliseconds, or `nil` if there is none.
    ///   - body: Runs the query and returns the number of results.
    static func time(_ name: String, asked: Double? = nil, _ body: () async throws -> Int) async throws {
        var times: [Double] = []
        var found = 0
        for _ in 0..<21 {
            let begun = ContinuousClock.now
            found = try await body()
            times.append((ContinuousClock.now - begun) / .milliseconds(1))
        }
        let first = rounded(times[0])
        times.sort()
        print(
            "\(name): median \(rounded(times[10])) ms, first \(first), most \(rounded(times[20])); \(found) found"
                + (asked.map { "; asked \($0): \(times[10] <= $0 ? "met" : "MISSED")" } ?? "")
        )
    }

    static func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }
}
