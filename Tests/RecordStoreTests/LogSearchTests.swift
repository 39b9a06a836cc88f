import Foundation
import IlkStore
import IlkVocabulary
import StoreTestSupport
import Testing

@testable import IlkLog

@Suite struct LogSearchTests {
    private typealias Category = IlkVocabulary.Category

    private static let texts = [
        "The quick brown fox", "Ein schöner Tag", "今日は天気がいい", "สวัสดีครับ", "हिन्दी में लिखा", "quick foxes, \"quoted\"",
        "a\0b hidden behind NUL", "emoji 🙂 only here", "cafe\u{301} au lait",
    ]

    private static func store(_ texts: [String] = texts) async throws -> ClassificationLogStore {
        let store = try ClassificationLogStore.open(.memory)
        let logger = ClassificationLogger(store: store)
        for (place, text) in texts.enumerated() {
            await logger.log(
                classification: Samples.classification(
                    place % 2 == 0 ? .message : .email, at: Double(place), verdict: Samples.verdict()),
                fullText: text, features: nil)
        }
        await logger.close()
        try await store.updateIndex()
        return store
    }

    @Test(arguments: [
        ("quick", [5, 0]), ("QUICK fox", [0]), ("\"quick brown\"", [0]), ("\"brown quick\"", []),
        ("fox*", [5, 0]),
        ("quick -brown", [5]), ("schoner", [1]), ("schöner tag", [1]), ("天気", [2]), ("気がい", [2]), ("天", [2]),
        ("気天", []), ("สวัส", [3]), ("हिन्दी", [4]), ("hidden", [6]), ("café", [8]), ("quoted", [5]),
        ("fox\"", [0]), ("NEAR(quick fox)", []), ("text:quick", []), ("qu*ck", []), ("nothing", []),
        // Only words, quotes, `-` and `*` have a meaning. Operators of other query languages are plain text.
        ("quick OR tag", []), ("quick AND fox", []), ("NOT quick", []), ("(quick", [5, 0]),
        ("quick fox)", [0]),
        ("quick\u{3000}fox", [0]), ("quick\u{A0}\u{2003}fox", [0]), ("quick\0fox", []), ("- quick", [5, 0]),
        ("--quick fox", []), ("quick-brown", [0]), ("-\"brown fox\" quick", [5]), ("quick -brown -foxes", []),
        (String(repeating: "quick ", count: 300), [5, 0]),
        ("quick" + String(repeating: " -nothing", count: 300), [5, 0]),
    ]) func `search finds words, phrases and prefixes, the last logged first`(query: String, found: [Int])
        async throws
    {
        let store = try await Self.store()
        let entries = try await store.search(FullTextQuery(query), newest: 10)
        #expect(entries.map(\.log.text) == found.map { Self.texts[$0] })
        try store.close()
    }

    @Test(arguments: ["", "  ", "!!!", "\"\"", "-word", "🙂", "* -"]) func `an empty query is rejected`(
        query: String
    ) {
        #expect(throws: RecordStoreError.emptyQuery) { try FullTextQuery(query) }
    }

    @Test func `a query for words has warnings about field names and open quotes`() {
        #expect(FullTextQuery.warnings(about: "form:ann").map(\.code) == [.unknownField])
        #expect(FullTextQuery.warnings(about: "\"see you").map(\.code) == [.openQuote])
        #expect(FullTextQuery.warnings(about: "http://x 10:30 !!").isEmpty)
        #expect(FullTextQuery.warnings(about: String(repeating: "a:b ", count: 999)).count == 64)
    }

    @Test func `search pages neither lose nor repeat an entry`() async throws {
        let store = try await Self.store((0..<50).map { "common word \($0)" })
        var found: [String] = []
        var last: RecordReference?
        while true {
            let page = try await store.search(
                FullTextQuery("common"), newest: 7, before: last, matching: LogFilter(category: .email))
            guard let end = page.last else { break }
            found += page.map(\.log.text)
            last = .id(end.id)
        }
        #expect(found == (0..<50).filter { $0 % 2 == 1 }.reversed().map { "common word \($0)" })
        try store.close()
    }

    @Test func `a cursor survives encoding as an opaque token`() throws {
        let cursor = PageCursor(
            timestamp: Samples.noon.addingTimeInterval(0.125), id: RecordIDSource().next())
        #expect(try PageCursor(token: cursor.token) == cursor)
        for token in ["", ".", "1.2", "x" + cursor.token + "0", String(cursor.token.dropLast())] {
            #expect(throws: RecordStoreError.malformedCursor) { try PageCursor(token: token) }
        }
    }

    @Test func `an index step stops at its deadline and reports remaining rows`() async throws {
        let store = try ClassificationLogStore.open(.memory)
        let records = (0..<80).map {
            LogRecord(id: store.nextID(), seconds: Double($0), category: .code, text: "word \($0)")
        }
        _ = try await store.insert(records)
        var lags: [Int] = []
        for _ in 0..<3 {
            let hasMore = try await store.store.write { try ClassificationLogIndex.step($0, for: .zero) }
            lags.append(try await store.lag())
            #expect(hasMore == (lags.last != 0))
        }
        #expect(lags == [48, 16, 0])
        #expect(try await store.search(FullTextQuery("word"), newest: 100).count == 80)
        try store.close()
    }

    @Test func `logged entries become searchable automatically`() async throws {
        let scratch = try Scratch()
        let store = try ClassificationLogStore.open(.file(scratch.path("log.db")))
        let logger = ClassificationLogger(store: store)
        await logger.log(classification: Samples.classification(), fullText: "a needle", features: nil)
        try await eventually("found") {
            try await store.search(FullTextQuery("needle"), newest: 1).count == 1
        }
        #expect(try await store.lag() == 0)
        await logger.close()
        try store.close()
    }

    @Test func `counts include rows that are not counted yet`() async throws {
        let store = try await Self.store()
        for _ in 0..<2 {
            let records = (0..<3).map { place in
                LogRecord(
                    id: store.nextID(), seconds: 86_400 * Double(place) + 0.5, category: .code,
                    text: "x\(place)")
            }
            #expect(try await store.insert(records) == 3)
            let lag = try await store.lag()
            #expect(lag == 3)
            let before = try await store.facets(by: [.category, .day])
            try await store.updateIndex()
            #expect(try await store.facets(by: [.category, .day]) == before)
            #expect(try await store.facets(by: []).map(\.entries) == [store.count()])
        }
        let byCategory = try await store.facets(by: [.category])
        #expect(byCategory.map(\.category) == [.email, .message, .code])
        #expect(byCategory.map(\.entries) == [4, 5, 6])
        #expect(
            try await store.facets(by: [.day], matching: LogFilter(category: .code)).map(\.day) == [2, 1, 0])
        #expect(try await store.facets(by: [.model]).map(\.model) == [nil, "ab12"])
        try store.close()
    }

    @Test func `following the log returns each entry once, in the order of logging`() async throws {
        let store = try await Self.store([])
        var (_, row) = try await store.entries(loggedAfter: nil, limit: 1)
        var seen: [String] = []
        for round in 0..<4 {
            let records = (0..<5).map {
                // The timestamps go back, because only the order of logging matters.
                LogRecord(
                    id: store.nextID(), seconds: 1000 - Double(10 * round + $0), category: .code,
                    text: "\(round).\($0)")
            }
            _ = try await store.insert(records)
            while true {
                let page = try await store.entries(loggedAfter: row, limit: 2)
                seen += page.entries.map(\.log.text)
                if page.row == row { break }
                row = page.row
            }
        }
        #expect(seen == (0..<4).flatMap { round in (0..<5).map { "\(round).\($0)" } })
        try store.close()
    }
}

extension ClassificationLogStore {
    /// The number of rows that the index and the maintained counts do not cover yet.
    func lag() async throws -> Int {
        try await store.read { try ClassificationLogIndex.rows.lag($0, upTo: 100_000) }
    }
}
