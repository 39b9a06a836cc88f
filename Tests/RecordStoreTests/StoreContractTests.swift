import Foundation
import GRDB
import IlkDebug
import IlkFraming
import IlkStore
import IlkVocabulary
import StoreTestSupport
import Testing

@testable import IlkCalls
@testable import IlkDebugStore
@testable import IlkLog
@testable import IlkUsage

/// The guarantees that all stores share.
@Suite struct StoreContractTests {
    @Test(arguments: StoreContract.allCases) func `the call store meets the contract of all stores`(
        guarantee: StoreContract
    ) async throws {
        #expect(try await guarantee.violations(CallFixture.self) == [], "\(guarantee.rawValue)")
    }

    @Test(arguments: StoreContract.allCases) func `the debug log meets the contract of all stores`(
        guarantee: StoreContract
    ) async throws {
        #expect(try await guarantee.violations(DebugFixture.self) == [], "\(guarantee.rawValue)")
    }

    @Test(arguments: StoreContract.allCases) func `the classification log meets the contract of all stores`(
        guarantee: StoreContract
    ) async throws {
        #expect(try await guarantee.violations(LogFixture.self) == [], "\(guarantee.rawValue)")
    }

    @Test(arguments: StoreContract.allCases) func `the usage store meets the contract of all stores`(
        guarantee: StoreContract
    ) async throws {
        #expect(try await guarantee.violations(UsageFixture.self) == [], "\(guarantee.rawValue)")
    }
}

/// The debug log. The text is a field of the payload.
private struct DebugFixture: PlainStoreFixture {
    let store: DebugLogStore

    static func unfold(_ path: String) async throws {
        let records = try await open(path).records()
        try SearchWords.change(path) { database in
            try SearchWords.empty("debugSearch", in: database)
            let kind = try Int64.fetchOne(database, sql: "SELECT id FROM debugKind") ?? 0
            for record in records {
                try database.execute(
                    sql: "INSERT INTO debugSearch (rowid, text, marks) VALUES (?, ?, ?)",
                    arguments: [record.row, record.entry.text, DebugMarks.kind(kind)])
            }
        }
    }

    /// Returns all records and closes the store.
    private func records() async throws -> [DebugRecord] {
        let records = try await store.search(newest: 1000)
        try await close()
        return records
    }

    func add(_ texts: [String]) async throws {
        _ = try await store.insert(
            texts.map { text in
                DebugRecord(
                    entry: DebugLogEntry(
                        id: store.nextID(), nanoseconds: 1_700_000_000_000_000_000, source: .backend,
                        event: "NOTE", payload: ["note": .string(text)]),
                    received: 1_700_000_000_000_000_000)
            })
    }

    private static func text(_ record: DebugRecord) -> String { record.entry.payload["note"]?.asString ?? "" }

    func page(_ limit: Int, after: Int) async throws -> [String] {
        var row: Int64?
        if after > 0 { row = try await store.entry(.newest(after)).row }
        return try await store.search(newest: limit, before: row).map(Self.text)
    }

    func found(_ query: String) async throws -> [String]? {
        let calendar = SearchCalendar(timeZone: .gmt, now: Date(timeIntervalSince1970: 1_700_000_000))
        guard let query = try? DebugQuery(query, calendar: calendar) else { return nil }  // No results.
        try await store.updateIndex()
        return try await store.search(query, newest: 50).map(Self.text)
    }

    func exported() async throws -> [UInt8] {
        Array(
            try await store.records(after: nil, limit: 1000).records.map(\.entry.json).joined(separator: [
                0x0A
            ]))
    }

    func load(_ exported: [UInt8]) async throws -> Int {
        try await store.insert(
            exported.split(separator: 0x0A).map {
                DebugRecord(entry: try DebugLogEntry(json: $0), received: 1_700_000_000_000_000_000)
            })
    }

    func purge(_ word: String?) async throws {
        try await store.purge(DebugPurge(match: word.map { try FullTextQuery($0) }))
    }
}

/// The call store. The text is the notes.
private struct CallFixture: PlainStoreFixture {
    let store: CallLogStorage

    static func unfold(_ path: String) throws {
        try SearchWords.replace(in: path, "callSearch", with: "SELECT place, notes FROM callLog")
    }

    func add(_ texts: [String]) async throws {
        let contact = try await store.contact(creatingNamed: "Sarah").contact.id
        for text in texts {
            try await store.saveCallLog(
                CallDraft(
                    contactId: contact, calledAt: Date(timeIntervalSince1970: 1_700_000_000), notes: text))
        }
    }

    func page(_ limit: Int, after: Int) async throws -> [String] {
        var cursor: PageCursor?
        if after > 0 { cursor = try await store.fetchCallLog(.newest(after)).cursor }
        return try await store.fetchCallLogs(limit: limit, before: cursor).map { $0.notes ?? "" }
    }

    func found(_ query: String) async throws -> [String]? {
        guard let query = try? FullTextQuery(query) else { return nil }  // Empty queries find nothing.
        return try await store.search(query).map { $0.notes ?? "" }
    }

    private struct Moved: Codable {
        var key: String
        var notes: String?
        var calledAt: Double
    }

    func exported() async throws -> [UInt8] {
        let records = try await store.records(after: nil, limit: 1000).records
        return try Array(
            sorted.encode(
                records.map {
                    Moved(
                        key: $0.call.key.description, notes: $0.call.notes,
                        calledAt: $0.call.calledAt.timeIntervalSince1970)
                }))
    }

    func load(_ exported: [UInt8]) async throws -> Int {
        let moved = try JSONDecoder().decode([Moved].self, from: Data(exported))
        return try await store.insert(
            moved.compactMap { moved in
                RecordID(moved.key).map { key in
                    let time = Date(timeIntervalSince1970: moved.calledAt)
                    let call = CallLogEntity(
                        key: key, id: 0, contactId: -1, calledAt: time, duration: 0, notes: moved.notes,
                        syncStatus: .pending, createdAt: time, updatedAt: time, isMarkedDeleted: false)
                    return CallRecord(call: call, contact: "Sarah")
                }
            })
    }

    func purge(_ word: String?) async throws {
        guard let word else {
            try await store.purge(CallPurge())
            return
        }
        let calls = try await store.search(FullTextQuery(word), limit: 10_000)
        try await store.updateCallLogs(calls.map { .id($0.key) }) { $0.tags = [word] }
        try await store.purge(CallPurge(filter: CallFilter(tag: word)))
    }
}

/// The classification log.
private struct LogFixture: StoreFixture {
    let store: ClassificationLogStore

    static func open(_ path: String) async throws -> LogFixture {
        try LogFixture(store: ClassificationLogStore.open(.file(path)))
    }

    static func unfold(_ path: String) throws {
        try SearchWords.replace(
            in: path, "classificationSearch", with: "SELECT rowid, text FROM classificationLog")
    }

    func add(_ texts: [String]) async throws {
        _ = try await store.insert(
            texts.map {
                LogRecord(id: store.nextID(), seconds: 1_700_000_000, category: .message, text: $0)
            })
    }

    func page(_ limit: Int, after: Int) async throws -> [String] {
        var cursor: PageCursor?
        if after > 0 { cursor = try await store.entry(.newest(after)).cursor }
        return try await store.entries(newest: limit, before: cursor).map(\.log.text)
    }

    func found(_ query: String) async throws -> [String]? {
        guard let query = try? FullTextQuery(query) else { return nil }  // Empty queries find nothing.
        try await store.updateIndex()
        return try await store.search(query, newest: 50).map(\.log.text)
    }

    private struct Moved: Codable {
        var id: RecordID
        var text: String
        var seconds: Double
    }

    func exported() async throws -> [UInt8] {
        let records = try await store.records(after: nil, limit: 1000).records
        return try Array(
            sorted.encode(records.map { Moved(id: $0.id, text: $0.text, seconds: $0.seconds) }))
    }

    func load(_ exported: [UInt8]) async throws -> Int {
        let moved = try JSONDecoder().decode([Moved].self, from: Data(exported))
        return try await store.insert(
            moved.map { LogRecord(id: $0.id, seconds: $0.seconds, category: .message, text: $0.text) })
    }

    func purge(_ word: String?) async throws {
        try await store.purge(LogPurge(match: word.map { try FullTextQuery($0) }))
    }
}

/// The usage store. The text is the phrase.
private struct UsageFixture: PlainStoreFixture {
    let store: UsageStore

    static func unfold(_ path: String) throws {
        try SearchWords.replace(in: path, "usageSearch", with: "SELECT place, phrase FROM usageEvent")
    }

    func add(_ texts: [String]) async throws {
        let device = try await store.thisDevice(creatingNamed: "iPad")
        try await store.record(
            texts.map {
                UsageEvent(
                    id: store.nextID(), time: ZonedTime(milliseconds: 1_700_000_000_000, zone: 60),
                    action: .phrase(PhraseCompletion(symbolIDs: [$0], phrase: $0, constructionTime: 1)),
                    language: "en", sessionID: device.id, deviceID: device.id)
            })
    }

    func page(_ limit: Int, after: Int) async throws -> [String] {
        var cursor: PageCursor?
        if after > 0 { cursor = try await store.events(limit: after).last?.cursor }
        return try await store.events(limit: limit, before: cursor).compactMap(\.phrase?.phrase)
    }

    func found(_ query: String) async throws -> [String]? {
        guard let query = try? FullTextQuery(query) else { return nil }  // Empty queries find nothing.
        return try await store.events(matching: UsageFilter(words: query)).compactMap(\.phrase?.phrase)
    }

    func exported() async throws -> [UInt8] {
        var json = UsageRecordJSON()
        return try await store.events(after: nil, limit: 10_000).events.flatMap {
            json.bytes(.event($0)) + [0x0A]
        }
    }

    func load(_ exported: [UInt8]) async throws -> Int {
        let records = try exported.split(separator: 0x0A).map {
            try UsageRecordJSON.record(JSONTree(strictly: $0))
        }
        return try await store.insert(records)
    }

    func purge(_ word: String?) async throws {
        try await store.purge(UsagePurge(filter: UsageFilter(words: word.map { try FullTextQuery($0) })))
    }

    func fault() async throws -> String? { try await store.fault(thorough: true) }
}

/// Sorts the fields, so that equal objects have equal bytes.
private var sorted: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return encoder
}
