import Foundation
import GRDB
import IlkStore
import IlkVocabulary
import StoreTestSupport
import Synchronization
import TestSupport
import Testing

@testable import IlkLog

@Suite struct CorrectionTests {
    private static func store(_ texts: [String], ids: RecordIDSource = RecordIDSource()) async throws
        -> ClassificationLogStore
    {
        let store = try ClassificationLogStore.open(.memory, ids: ids)
        let logger = ClassificationLogger(store: store)
        for (place, text) in texts.enumerated() {
            await logger.log(
                classification: Samples.classification(at: Double(place)), fullText: text, features: nil)
        }
        await logger.close()
        return store
    }

    @Test func `the latest correction applies and earlier ones stay in the history`() async throws {
        // The clock goes back, because the order of corrections must not depend on it.
        let seconds = Mutex(2_000_000_000.0)
        let clock: @Sendable () -> Date = {
            Date(
                timeIntervalSince1970: seconds.withLock { now in
                    now -= 60
                    return now
                })
        }
        let store = try await Self.store(["hello"], ids: RecordIDSource(clock: clock))
        for (category, author) in [("email", "ana"), ("code", "ben"), ("email", "ana"), ("social", nil)] {
            let entry = try await store.correct(
                .newest(1), to: IlkVocabulary.Category(category), source: .human, author: author)
            #expect(entry.category == IlkVocabulary.Category(category))
            #expect(entry.correction?.author == author)
            #expect(entry.log.category == "message")
        }
        let entry = try await store.entry(.newest(1))
        #expect(entry.category == "social")
        #expect(
            try await store.history(of: entry.id).map(\.category) == ["email", "code", "email", "social"])
        #expect(
            try await store.correctedTexts().map(\.labeled) == [
                LabeledText(text: "hello", category: "social", source: "human")
            ])
        try store.close()
    }

    @Test func `withdrawn corrections stay in the history and are no training texts`() async throws {
        let store = try await Self.store(["hello", "bye"])
        let id = try await store.correct(.newest(2), to: .email, author: "ana").id
        try await store.correct(.id(id), to: .code, author: "ben")
        let known = try await store.recentCorrections()
        let (before, after) = try await store.withdrawCorrections(of: .id(id), author: "ana")
        #expect(before.category == .code && after.category == .message && after.correctedCategory == nil)
        #expect(try await store.correctedTexts().isEmpty)
        #expect(try await store.snapshot { try $0.correctedTexts() }.isEmpty)
        #expect(try await store.recentCorrections(after: known)?.labels.isEmpty == true)
        let history = try await store.history(of: id)
        #expect(history.map(\.withdraws) == [false, false, true] && history.allSatisfy(\.isIgnored))
        // The contract's table has a label in each row: that of a withdrawal is the logged one.
        #expect(history.map(\.category) == [.email, .code, .message])
        // Again, and without a correction, nothing changes.
        for reference in [RecordReference.id(id), .newest(1)] {
            let (before, after) = try await store.withdrawCorrections(of: reference)
            #expect(before == after)
        }
        #expect(try await store.history(of: id).count == 3)
        // Ignoring the author of the withdrawal brings no correction back; a new correction counts.
        try await store.ignore(["ana"])
        #expect(try await store.correctedTexts().isEmpty)
        try await store.correct(.id(id), to: .social)
        #expect(try await store.entry(.id(id)).category == .social)
        #expect(try await store.correctedTexts().map(\.labeled.category) == [.social])
        #expect(try await store.fault(thorough: true) == nil)
        try store.close()
    }

    @Test func `a withdrawal survives an export`() async throws {
        let store = try await Self.store(["hello"])
        try await store.correct(.newest(1), to: .email)
        try await store.withdrawCorrections(of: .newest(1))
        let records = try await store.records(after: nil).records
        let copy = try ClassificationLogStore.open(.memory)
        for _ in 0..<2 { _ = try await copy.insert(records) }
        #expect(try await copy.records(after: nil).records == records)
        #expect(try await copy.entry(.newest(1)).correctedCategory == nil)
        #expect(try await copy.correctedTexts().isEmpty)
    }

    @Test func `an unknown category is rejected with the list of known ones`() async throws {
        let store = try await Self.store(["hello"])
        let error = await #expect(throws: ClassificationLogError.self) {
            try await store.correct(.newest(1), to: "poem")
        }
        #expect(error == .unknownCategory("poem", known: Taxonomy.documentType.categories))
        #expect(error?.hint?.contains("email, message, document, social, code, search") == true)
        #expect(try await store.correctedTexts().isEmpty)
        try store.close()
    }

    @Test func `corrections are append-only`() async throws {
        let store = try await Self.store(["hello"])
        try await store.correct(.newest(1), to: .email)
        let error = await #expect(throws: StoreError.self) {
            try await store.store.write {
                try $0.execute(sql: "UPDATE classificationCorrection SET category = 'code'")
            }
        }
        #expect(error?.code == .constraintViolation)
        try store.close()
    }

    @Test func `a text becomes one training example with its latest correction`() async throws {
        let store = try await Self.store(["twice", "once", "twice", "never", "nul\0a", "nul\0b"])
        try await store.correct(.newest(6), to: .email, author: "ana")
        try await store.correct(.newest(5), to: .search, source: .import)
        try await store.correct(.newest(4), to: .code, source: .audit)
        try await store.correct(.newest(2), to: .social)
        try await store.correct(.newest(1), to: .document)
        #expect(
            try await store.correctedTexts().map(\.labeled) == [
                LabeledText(text: "once", category: .search, source: "import"),
                LabeledText(text: "twice", category: .code, source: "audit"),
                LabeledText(text: "nul\0a", category: .social, source: "human"),
                LabeledText(text: "nul\0b", category: .document, source: "human"),
            ])
        // A later correction of an older entry with the same text wins.
        try await store.correct(.newest(6), to: .email, author: "ana")
        #expect(
            try await store.correctedTexts().last?.labeled
                == LabeledText(text: "twice", category: .email, source: "ana")
        )
        try store.close()
    }

    @Test func `corrections of excluded authors are ignored everywhere until they are included again`()
        async throws
    {
        let store = try await Self.store(["twice", "once", "twice", "never"])
        try await store.correct(.newest(4), to: .email, author: "ana")
        let second = try await store.correct(.newest(2), to: .code, author: "mallory").id
        try await store.correct(.newest(3), to: .search, source: .import)
        func said() async throws -> [IlkVocabulary.Category?] {
            let all = try await store.correctedCategories()
            var said: [IlkVocabulary.Category?] = []
            for text in ["twice", "once"] {
                let one = try await store.correctedCategories()[ContentDigest(of: text)]
                #expect(all[ContentDigest(of: text)] == one)
                #expect(try await store.correctedCategories()[ContentDigest(of: text)] == one)
                said.append(one?.first)
            }
            #expect(
                try await Set(store.correctedTexts().map(\.labeled.category)) == Set(said.compactMap { $0 }))
            return said
        }
        #expect(try await said() == [.code, .search])
        try await store.ignore(["mallory"])
        #expect(try await said() == [.email, .search], "the previous correction counts again")
        // An entry shows the last correction that applies, or else the last excluded one, marked as such.
        let silent = try await store.entry(.id(second))
        #expect(silent.correction?.category == .code && silent.correction?.isIgnored == true)
        #expect(silent.correctedCategory == nil && silent.category.rawValue == silent.log.category)
        try await store.correct(.id(second), to: .social, author: "ana")
        try await store.correct(.id(second), to: .document, author: "mallory")
        let both = try await store.entry(.id(second))
        #expect(both.category == .social && both.correction?.isIgnored == false)
        let history = try await store.history(of: second)
        #expect(history.map(\.isIgnored) == [true, false, true])
        #expect(history.map(\.category) == [.code, .social, .document], "later in order is later in time")
        #expect(try await store.entries(newest: 9).first { $0.id == second } == both)
        try await store.ignore(["import", "ana", "mallory"])
        #expect(try await said() == [nil, nil])
        #expect(try await store.leftOut() == ["ana", "import", "mallory"])
        try await store.ignore([], readmitting: ["ana", "import", "mallory", "nobody"])
        #expect(try await said() == [.document, .search])
        #expect(try await store.history(of: second).count == 3, "the log is unchanged")
        try store.close()
    }

    @Test func `corrected categories are read again only after they have changed`()
        async throws
    {
        let store = try await Self.store(["twice", "once", "twice", "never"])
        let none = try #require(try await store.recentCorrections(after: nil))
        #expect(none.labels.isEmpty)
        #expect(try await store.recentCorrections(after: none) == nil)
        let entry = try await store.correct(.newest(4), to: .email, author: "ana").id
        let one = try #require(try await store.recentCorrections(after: none))
        #expect(one.labels == [ContentDigest(of: "twice"): [.email]])
        #expect(try await store.recentCorrections(after: one) == nil)
        try await store.correct(.id(entry), to: .email, author: "ana")
        let again = try #require(try await store.recentCorrections(after: one))
        try await store.ignore(["ana"])
        let silent = try #require(try await store.recentCorrections(after: again))
        #expect(silent.labels.isEmpty)
        try await store.ignore([], readmitting: ["ana"])
        let heard = try #require(try await store.recentCorrections(after: silent))
        #expect(heard.labels == one.labels && heard.mark == again.mark)
        try await store.correct(.newest(3), to: .search)
        let both = try #require(try await store.recentCorrections(after: heard))
        var purge = LogPurge()
        purge.ids = [entry]
        _ = try await store.purge(purge)
        let left = try #require(try await store.recentCorrections(after: both))
        #expect(left.labels == [ContentDigest(of: "once"): [.search]])
        try store.close()
    }

    @Test func `new corrections added to known ones are the same as all corrections`() async throws {
        let store = try await Self.store((0..<30).map { "text \($0 % 20)" })
        var known = try await store.recentCorrections()
        var random = SeededGenerator(seed: 5)
        for step in 0..<300 {
            let entry = RecordReference.newest(Int.random(in: 1...15, using: &random))
            switch Int.random(in: 0..<20, using: &random) {
            case 0: try await store.withdrawCorrections(of: entry, author: "ana")
            case 1: try await store.ignore(["ben"])
            case 2: try await store.ignore([], readmitting: ["ben"])
            case 3 where step > 200:
                _ = try await store.purge(LogPurge(ids: [try await store.entry(entry).id]))
            case 4:
                let ids = try await store.correct(try await store.reviewQueue(limit: 1), to: [.code])
                try await store.undo(corrections: ids)
            default:
                for author in ["ana", "ben"].prefix(Int.random(in: 1...2, using: &random)) {
                    let label = [Category.email, .code, .search].randomElement(using: &random)
                    try await store.correct(entry, to: try #require(label), author: author)
                }
            }
            guard let next = try await store.recentCorrections(after: known) else { continue }
            let all = try await store.recentCorrections()
            #expect(next.labels == all.labels && next.texts == all.texts && next.mark == all.mark, "\(step)")
            #expect(next.newest == all.newest, "\(step)")
            known = next
        }
        try store.close()
    }

    @Test func `a corrected text is recognized by its digest`() async throws {
        let store = try await Self.store(["twice", "once", "twice", "never"])
        try await store.correct(.newest(4), to: .email)
        try await store.correct(.newest(2), to: .code, author: "ana")
        try await store.correct(.newest(3), to: .search)
        let expected: [String: [IlkVocabulary.Category]?] = [
            "twice": [.code], "once": [.search], "never": nil, "Twice": nil,
        ]
        let snapshot = try await store.correctedCategories()
        #expect(snapshot.count == 2)
        for (text, category) in expected {
            #expect(try await store.correctedCategories()[ContentDigest(of: text)] == category)
            #expect(try await store.correctedCategories()[ContentDigest(of: text)] == category)
            #expect(snapshot[ContentDigest(of: text)] == category)
        }
        #expect(
            try await store.correctedTexts().last { $0.labeled.text == "twice" }?.labeled.source == "ana")
        try store.close()
    }

    @Test func `deleting an entry deletes its verdict, corrections and digest`() async throws {
        let store = try await Self.store(["hello"])
        try await store.correct(.newest(1), to: .email)
        try await store.store.write { try $0.execute(sql: "DELETE FROM classificationLog") }
        for table in ["classificationVerdict", "classificationCorrection", "classificationCorrectionText"] {
            let count = try await store.reader.read {
                try Int.fetchOne($0, sql: "SELECT count(*) FROM \(table)")
            }
            #expect(count == 0, "\(table)")
        }
        try store.close()
    }

    @Test func `a digest is the SHA-256 of the bytes`() {
        #expect(
            ContentDigest(of: "abc").description
                == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(ContentDigest(of: "\u{E9}") != ContentDigest(of: "e\u{301}"))
        #expect(ContentDigest(bytes: ContentDigest(of: "abc").bytes) == ContentDigest(of: "abc"))
        #expect(ContentDigest(bytes: [1, 2, 3]) == nil)
    }
}
