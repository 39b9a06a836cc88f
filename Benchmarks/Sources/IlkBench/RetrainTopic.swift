import Foundation
import Ilk
import IlkFiles
import IlkLog
import IlkStore
import IlkVocabulary

/// Retraining from a log of `ILK_BENCH_ROWS` rows (by default one million), of which one in a thousand was
/// corrected, and again after a thousand new rows: the time in seconds, and the peak memory of the process.
enum RetrainTopic {
    private static let usualRows = 1_000_000
    private static let newRows = 1_000

    static func run() async throws {
        let rows =
            ProcessInfo.processInfo.environment["ILK_BENCH_ROWS"].flatMap { Int($0) } ?? usualRows
        let folder = FileManager.default.temporaryDirectory.appending(path: "ilk-bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }  // Otherwise the system removes it.
        let folders = IlkFolders(environment: ["XDG_DATA_HOME": folder.path, "HOME": folder.path])
        let store = try ClassificationLogStore.open(.file(folder.appending(path: "log.sqlite").path))
        var words = BenchWords(seed: 7)
        try await log(rows, from: 0, &words, to: store)
        try await correct(rows / 1_000, in: store)
        let retraining = Retraining(
            store: store, folders: folders, now: Date(timeIntervalSince1970: 1_800_000_000))
        print("before: peak \(peak()) MB")
        try await time("full, \(rows) rows (asked at 1,000,000: at most 60 s and 500 MB)", retraining)
        try await log(newRows, from: rows, &words, to: store)
        try await correct(10, in: store)
        try await time("incremental, \(newRows) new rows (asked: at most 1 s)", retraining)
        try await time("nothing new", retraining)
        try store.close()
    }

    private static func time(_ name: String, _ retraining: Retraining) async throws {
        let clock = ContinuousClock()
        let start = clock.now
        let report = try await retraining.run()
        let seconds = (clock.now - start) / .seconds(1)
        print("\(name): \(Double(Int(seconds * 100)) / 100) s, peak \(peak()) MB")
        for line in report.lines { print("    \(line)") }
    }

    private static func log(
        _ rows: Int, from first: Int, _ words: inout BenchWords, to store: ClassificationLogStore
    ) async throws {
        let logger = ClassificationLogger(store: store)
        let categories = Taxonomy.documentType.categories
        for row in 0..<rows {
            await logger.log(
                classification: TextClassification(
                    category: categories[row % categories.count],
                    timestamp: Date(timeIntervalSince1970: 1_800_000_000 + Double(first + row)),
                    textSample: ""),
                fullText: words.text(), features: nil)
        }
        _ = await logger.flush()
        await logger.close()
    }

    private static func correct(_ count: Int, in store: ClassificationLogStore) async throws {
        let categories = Taxonomy.documentType.categories
        for entry in try await store.entries(newest: count) {
            try await store.correct(
                .id(entry.id), to: categories[entry.log.text.utf8.count % categories.count])
        }
    }

    /// Returns the peak memory in MB.
    private static func peak() -> Int {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return Int(usage.ru_maxrss) / 1024
    }
}

/// Texts of generated words, few of them frequent and most rare, about 250 bytes each.
struct BenchWords {
    private var state: UInt64
    private static let syllables = [
        "ka", "lo", "mi", "ter", "an", "sel", "dor", "vi", "pu", "res", "tin", "gal",
    ]

    init(seed: UInt64) { state = seed }

    private mutating func next() -> UInt64 {
        // A linear congruential generator with Knuth's MMIX constants. Its high bits are the most random
        // ones.
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state >> 33
    }

    private mutating func word() -> String {
        // Approximates Zipf's law (1/rank) for up to 65,536 words.
        var rank = next() % (1 << (next() % 17 + 1))
        var word = ""
        repeat {
            word += Self.syllables[Int(rank % 12)]
            rank /= 12
        } while rank > 0
        return word
    }

    mutating func text() -> String {
        (0..<(20 + next() % 40)).map { _ in word() }.joined(separator: " ") + "."
    }
}
