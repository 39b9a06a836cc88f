import Foundation
import IlkStore
import IlkVocabulary
import StoreTestSupport
import TestSupport
import Testing

@testable import IlkLog

@Suite struct LogPurgeTests {
    private typealias Category = IlkVocabulary.Category

    /// A log in a file with texts of different lengths, each with a unique marker.
    private struct Marked {
        let scratch: Scratch
        let store: ClassificationLogStore
        var markers: [String] = []

        init(_ count: Int, seed: UInt64) async throws {
            scratch = try Scratch()
            store = try ClassificationLogStore.open(.file(scratch.path("log.db")))
            var random = SeededGenerator(seed: seed)
            let logger = ClassificationLogger(store: store)
            for place in 0..<count {
                let marker = "mk" + String(random.next(), radix: 36) + "q"
                markers.append(marker)
                let filler = String(repeating: "and some more words ", count: Int(random.next() % 60))
                await logger.log(
                    classification: Samples.classification(
                        Taxonomy.documentType.categories[place % 6], at: Double(place),
                        verdict: Samples.verdict()),
                    fullText: "\(marker) \(filler)", features: nil)
            }
            await logger.log(
                classification: Samples.classification("nonsense"), fullText: "mkaside \(markers[0])",
                features: nil)
            await logger.close()
        }

        /// The markers that occur in any of the files.
        func found() throws -> Set<String> {
            var words: Set<String> = []
            for name in try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path) {
                let bytes = [UInt8](try scratch.bytes(name))
                var begin = 0
                while begin + 1 < bytes.count {
                    guard bytes[begin] == UInt8(ascii: "m"), bytes[begin + 1] == UInt8(ascii: "k") else {
                        begin += 1
                        continue
                    }
                    let word = bytes[begin...].prefix { (48...57).contains($0) || (97...122).contains($0) }
                    words.insert(String(decoding: word, as: UTF8.self))
                    begin += 2
                }
            }
            return Set(markers.filter { marker in words.contains { $0.hasPrefix(marker) } })
        }
    }

    @Test(arguments: [1, 2] as [UInt64]) func `purges leave no byte of the texts in any file`(
        seed: UInt64
    ) async throws {
        var marked = try await Marked(4000, seed: seed)
        let all = Set(marked.markers)
        #expect(try marked.found() == all)
        let ids = try await marked.store.entries(newest: 4000).map(\.id)
        // Scattered entries first. The remaining ones then move between pages and must leave no copies for
        // the next purge.
        let scattered = stride(from: 0, to: 4000, by: 4).map { ids[$0] }
        var report = try await marked.store.purge(LogPurge(ids: scattered))
        #expect(report.records == 1000)
        let gone = Set(stride(from: 0, to: 4000, by: 4).map { marked.markers[3999 - $0] })
        #expect(try marked.found() == all.subtracting(gone))
        report = try await marked.store.purge(
            LogPurge(filter: LogFilter(until: Samples.noon.addingTimeInterval(2000))))
        // The quarantined entry has the present time, which is before this noon.
        #expect(report.records == 1500 && report.quarantined == 1)
        let stays = Set(marked.markers[2000...]).subtracting(gone)
        #expect(try marked.found() == stays)
        report = try await marked.store.purge(LogPurge())
        #expect(report.records == 1500)
        #expect(try marked.found().isEmpty)
        #expect(try await marked.store.count() == 0)
        #expect(try await marked.store.fault() == nil)
        marked.markers = []
        try marked.store.close()
    }

    @Test func `after a purge, search and counts cover the remaining and new entries`() async throws {
        let marked = try await Marked(600, seed: 3)
        try await marked.store.purge(LogPurge(filter: LogFilter(category: .code)))
        try await marked.store.purge(LogPurge(match: try FullTextQuery(marked.markers[0])))
        #expect(try await marked.store.count() == 499)
        #expect(try await marked.store.facets(by: [.category]).map(\.entries) == [99, 100, 100, 100, 100])
        for (place, marker) in marked.markers.enumerated().prefix(60) {
            let found = try await marked.store.search(FullTextQuery(marker), newest: 5).count
            #expect(found == (place == 0 || place % 6 == 4 ? 0 : 1))
        }
        // New entries reuse the last row numbers.
        let newest = try await marked.store.entries(newest: 3).map(\.id)
        try await marked.store.purge(LogPurge(ids: newest))
        let logger = ClassificationLogger(store: marked.store)
        for _ in 0..<3 {
            await logger.log(classification: Samples.classification(), fullText: "fresh one", features: nil)
        }
        await logger.close()
        try await marked.store.updateIndex()
        #expect(try await marked.store.search(FullTextQuery("fresh"), newest: 9).count == 3)
        #expect(try await marked.store.count() == 499)
        try marked.store.close()
    }

    @Test func `a purge by size keeps the newest entries that fit`() async throws {
        let marked = try await Marked(300, seed: 4)
        let sizes = try await marked.store.entries(newest: 300).map(\.log.text.utf8.count)
        let kept = sizes.prefix(40).reduce(0, +)
        let preview = try await marked.store.preview(of: LogPurge(keptBytes: kept))
        #expect(preview.records == 260)
        #expect(try await marked.store.count() == 300)
        let report = try await marked.store.purge(LogPurge(keptBytes: kept))
        #expect(report.records == 260 && report.bytes == preview.bytes)
        #expect(
            try await marked.store.entries(newest: 300).map(\.log.text.utf8.count) == Array(sizes.prefix(40)))
        #expect(try await marked.store.purge(LogPurge(keptBytes: .max)).records == 0)
        try marked.store.close()
    }

    @Test func `retention rules are stored in the file and applied in order`() async throws {
        let marked = try await Marked(600, seed: 6)
        #expect(try await marked.store.retention().isEmpty)
        #expect(try await marked.store.applyRetention(now: Samples.noon).isEmpty)
        let sizes = try await marked.store.entries(newest: 600).filter { $0.category == "code" }
            .map(\.log.text.utf8.count)
        let rules = [
            LogRetention(age: 400),
            LogRetention(category: .code, keptBytes: sizes.prefix(10).reduce(0, +)),
            LogRetention(match: try FullTextQuery(marked.markers[599])),
        ]
        try await marked.store.setRetention(rules)
        try marked.store.close()
        let again = try ClassificationLogStore.open(marked.store.location)
        #expect(try await again.retention() == rules)
        // The entries were classified within 600 seconds from noon.
        let now = Samples.noon.addingTimeInterval(600)
        // Entries that several rules select are counted once.
        let preview = try await again.previewRetention(now: now)
        let report = try await again.applyRetention(now: now)
        #expect(preview == report)
        #expect(report.records == 200 + (400 / 6 - 10 + 1) + 1)
        // The stored rule itself contains its search word.
        let stays = try await again.entries(newest: 600).map { String($0.log.text.prefix { $0 != " " }) }
        #expect(try marked.found() == Set(stays).union([marked.markers[599]]))
        #expect(stays.count == 600 - report.records)
        let rest = try await again.applyRetention(now: now)
        #expect(rest.isEmpty)
        try await again.setRetention([])
        #expect(try await again.applyRetention(now: .distantFuture).isEmpty)
        try again.close()
    }

    private struct Interrupted: Error {}

    @Test func `an interrupted purge can be resumed`() async throws {
        for steps in 0..<8 {
            let marked = try await Marked(1200, seed: UInt64(10 + steps))
            var left = steps
            do {
                try await marked.store.purge(
                    LogPurge(filter: LogFilter(until: Samples.noon.addingTimeInterval(1100)))
                ) {
                    _ in
                    left -= 1
                    if left < 0 { throw Interrupted() }
                }
            } catch is Interrupted {
                #expect(try await marked.store.isPurgeUnfinished())
            }
            try marked.store.close()
            let again = try ClassificationLogStore.open(marked.store.location)
            try await again.finishPurge()
            #expect(try await !again.isPurgeUnfinished())
            #expect(try await again.count() == 100)
            #expect(try marked.found() == Set(marked.markers[1100...]))
            try again.close()
        }
    }

    @Test func `a purge blocked by a reader is completed later`() async throws {
        let marked = try await Marked(50, seed: 5)
        let outside = try OutsideReader(holding: marked.scratch.path("log.db"), table: "classificationLog")
        await #expect(throws: RecordStoreError.purgeHeldUp(path: marked.scratch.path("log.db"))) {
            try await marked.store.purge(LogPurge())
        }
        #expect(try await marked.store.count() == 0)
        try outside.letGo()
        try await marked.store.finishPurge()
        #expect(try marked.found().isEmpty)
        try marked.store.close()
    }
}
