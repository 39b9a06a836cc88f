import Foundation
import IlkDomains
import IlkStore
import IlkVocabulary

/// A log of many rows: how fast it is filled with its index and counts kept up, and what questions to it cost.
///
///     ilk-bench log --rows 10000000 --log FILE     uses FILE as it is when it is there; else it is made, and stays
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
        print("open: \(rounded(opening)) ms; \(try await store.count()) rows")
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
        try await store.catchUp()
        let seconds = (ContinuousClock.now - begun) / .seconds(1)
        print("\(rows) rows with verdicts, index and counts: \(Int(Double(rows) / seconds)) a second")
        try store.close()
    }

    private static func ask(_ store: ClassificationLogStore) async throws {
        try await time("newest 50") { try await store.entries(newest: 50).count }
        for category in ["email", "code", "search"] as [Category] {
            try await time("newest 50 of \(category)") {
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
        try await time("facet by category and day") { try await store.facets(by: [.category, .day]).count }
        for query in [
            "w0", "w5", "w300", "w20000", "w49999", "w5 w9", "\"w5 w9\"", "w300 w5000", "w5 -w9",
            "nosuchword",
        ] {
            let query = (query, try LogQuery(query))
            try await time("search \(query.0)") { try await store.search(query.1, newest: 50).count }
        }
        try await time("review queue of 50") { try await store.reviewQueue(limit: 50).count }
    }

    private static func time(_ name: String, _ body: () async throws -> Int) async throws {
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
        )
    }

    private static func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }
}

/// Texts of words by Zipf's law, and verdicts, from a seed.
private struct BenchEntries {
    private static let vocabulary = 50_000
    private var state: UInt64
    private let sums: [Double]
    private let provenance = Provenance(
        classifier: "fused", modelDigest: String(repeating: "a", count: 64),
        ruleSetDigest: String(repeating: "b", count: 64), icuVersion: "72.1")

    init(seed: UInt64) {
        state = seed
        var sum = 0.0
        sums = (0..<Self.vocabulary).map { place in
            sum += 1 / Double(place + 3)
            return sum
        }
    }

    private mutating func number() -> Double {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Double(state >> 11) * 0x1p-53
    }

    /// Eighteen words, some hundred bytes.
    mutating func text() -> String {
        var text = ""
        for _ in 0..<18 {
            let wanted = number() * (sums.last ?? 1)
            var (low, high) = (0, sums.count - 1)
            while low < high {
                let middle = (low + high) / 2
                if sums[middle] < wanted { low = middle + 1 } else { high = middle }
            }
            text += "w\(low) "
        }
        return text
    }

    mutating func verdict() -> Verdict {
        let shares = [0.3, 0.6, 0.8, 0.949, 0.999, 1]
        let draw = number()
        let place = shares.firstIndex { draw < $0 } ?? 0
        let margin = number()
        let best = 0.5 + margin / 2
        var probabilities = [Double](repeating: (1 - best) / 5, count: 6)
        probabilities[place] = best
        return Verdict(
            category: Taxonomy.documentType.categories[place], probability: best,
            probabilities: probabilities,
            scores: probabilities, taxonomy: .documentType, abstention: margin < 0.06 ? .unsure : nil,
            provenance: provenance)
    }
}
