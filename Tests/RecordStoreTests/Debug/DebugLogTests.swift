import Foundation
import GRDB
import IlkDebug
import IlkStore
import IlkVocabulary
import StoreTestSupport
import Testing

@testable import IlkDebugStore

@Suite struct `Debug log` {
    private static let start: Int64 = 1_790_000_000_000_000_000

    private static func entry(
        _ number: Int, _ event: String = "API_REQUEST", level: LogLevel? = .info, source: LogSource = .ios,
        payload: DebugPayload = [:], seconds: Int = 0
    ) -> DebugLogEntry {
        DebugLogEntry(
            id: RecordID(high: 1, low: UInt64(number) + 1),
            nanoseconds: start + Int64(seconds) * 1_000_000_000,
            source: source, level: level, event: event, payload: payload)
    }

    private static func records(_ entries: [DebugLogEntry]) -> [DebugRecord] {
        entries.map { DebugRecord(entry: $0, received: start) }
    }

    private func store(_ entries: [DebugLogEntry]) async throws -> DebugLogStore {
        let store = try DebugLogStore.open(.memory)
        _ = try await store.insert(Self.records(entries))
        try await store.updateIndex()
        return store
    }

    private func found(_ text: String, in store: DebugLogStore, limit: Int = 100) async throws -> [Int] {
        let query = try DebugQuery(
            text, calendar: SearchCalendar(timeZone: .gmt, now: Date(timeIntervalSince1970: 1_790_003_600)))
        let records = try await store.search(query, newest: limit)
        let levels = try await store.levels(query, newest: limit)
        #expect(levels.map { $0.nanoseconds } == records.map(\.entry.nanoseconds))
        #expect(levels.map { $0.level } == records.map(\.level))
        return records.map { Self.number($0) }
    }

    private static func number(_ record: DebugRecord) -> Int {
        Int(record.entry.id.description.suffix(4), radix: 16).map { $0 - 1 } ?? -1
    }

    private static let varied = [
        entry(0, level: .debug, payload: ["status": 200, "user": ["name": "Ann"], "ok": true]),
        entry(1, "API_RESPONSE", level: .warn, payload: ["status": 499, "text": "timed out"]),
        entry(
            2, "DB_ERROR", level: .error, source: .backend,
            payload: ["status": 500, "text": "connection timed out"]),
        entry(3, level: .warn, source: .web, payload: ["status": 503.5, "list": [7, "x y"]], seconds: 7200),
        entry(
            4, "UI_TAP", level: nil, source: .web,
            payload: ["a.b": 1, "none": nil, "quote\"d": 1, "otel.attributes": ["http.route": "home"]]),
        entry(
            5, "API_REQUEST", level: .error, payload: ["status": -1.5e300, "text": "no status"],
            seconds: -90_000),
    ]

    @Test(arguments: [
        ("timed", [2, 1]), (#""connection timed""#, [2]), ("level>=warn", [5, 3, 2, 1]),
        ("level:warn", [3, 1]), ("level<warn", [0]),
        ("source:web", [4, 3]), ("event:API_*", [5, 3, 1, 0]), ("event:api_request", [5, 3, 0]),
        ("-event:API_*", [4, 2]),
        ("payload.status>=500", [3, 2]), ("payload.status>499", [3, 2]), ("payload.status<0", [5]),
        ("payload.status:500", [2]),
        ("payload.status<=499", [5, 1, 0]), ("-payload.status>=500", [5, 4, 1, 0]),
        ("payload.user.name:ann", [0]),
        ("payload.user.name:a*", [0]), ("payload.ok:true", [0]), ("payload.list.0>6", [3]),
        (#"payload.list.1:"x y""#, [3]),
        ("payload.a.b:1", [4]), ("payload.none:null", [4]), ("payload.absent>1", []),
        ("payload.otel.attributes.http.route:home", [4]), ("payload.otel.attributes.http:home", []),
        ("level>=warn event:API_* payload.status>=500 source:web", [3]),
        ("payload.status>=500 OR event:UI_TAP", [4, 3, 2]), ("(level:error OR timed) source:ios", [5, 1]),
        ("level:error -timed", [5]),
        ("time:2026-09-20", [5]), ("time:2026-09-21", [4, 3, 2, 1, 0]),
        ("id:00000000-0000-0001-0000-000000000003", [2]), ("id:nonsense", []),
        ("payload.text:none -timed", []), ("-timed", [5, 4, 3, 0]), ("event:NOPE", []),
        ("-(level:error OR level:warn)", [4, 0]),
    ]) func `a search finds the matching entries`(text: String, numbers: [Int]) async throws {
        let store = try await store(Self.varied)
        #expect(try await found(text, in: store) == numbers, "\(text)")
        // Paging gives the same result.
        let query = try DebugQuery(text, calendar: SearchCalendar(timeZone: .gmt, now: Date()))
        var paged: [Int] = []
        var row: Int64?
        while let record = try await store.search(query, newest: 1, before: row).first {
            paged.append(Self.number(record))
            row = record.row
        }
        #expect(paged == numbers)
    }

    @Test(arguments: ["level>=loud", "payload.status>=x", "time:never", "source>=ios", "(", "level:"])
    func `an invalid search is rejected`(text: String) async {
        #expect(throws: SearchProblem.self) {
            try DebugQuery(text, calendar: SearchCalendar(timeZone: .gmt, now: Date()))
        }
    }

    @Test func `a search agrees with a full scan`() async throws {
        let entries = (0..<3000).map { number in
            Self.entry(
                number, ["A_ONE", "A_TWO", "B"][number % 3],
                level: [nil, .debug, .info, .warn, .error][number % 5],
                source: LogSource.allCases[number % 2],
                payload: [
                    "n": .integer(Int64(number * 7919 % 1000)), "f": .number(Double(number % 100) / 8),
                    "w": .string("word\(number % 13)"),
                ],
                seconds: number * 3 % 1000)
        }
        let store = try await store(entries)
        let filters: [DebugFilter] = [
            DebugFilter(), DebugFilter(source: .ios, level: .warn), DebugFilter(event: "A_*"),
            DebugFilter(since: Date(timeIntervalSince1970: 1_790_000_500)),
            DebugFilter(levelAtMost: .info, until: Date(timeIntervalSince1970: 1_790_000_010)),
        ]
        for filter in filters {
            for bound in [0, 3, 500, 997, 1000] {
                let wanted = entries.indices.reversed().filter { number in
                    filter.means(DebugRecord(entry: entries[number], received: 0))
                        && number * 7919 % 1000 >= bound
                }
                // Without words, with a frequent word and with a rare word, the query plan differs.
                for (words, place) in [("", nil), (" w", nil), (" word12", 12)] {
                    let query = try DebugQuery(
                        "payload.n>=\(bound)" + words, calendar: SearchCalendar(timeZone: .gmt, now: Date()))
                    let found = try await store.search(query, matching: filter, newest: 5000)
                        .map(Self.number)
                    #expect(
                        found == wanted.filter { place == nil || $0 % 13 == place },
                        "\(filter) \(bound)\(words)")
                }
            }
        }
    }

    @Test func `an entry is stored once and a conflicting entry is rejected`() async throws {
        let store = try await store(Self.varied)
        #expect(try await store.insert(Self.records(Self.varied)) == 0)
        #expect(try await store.count() == 6)
        var other = Self.varied[2]
        other.event = "OTHER"
        await #expect(throws: RecordStoreError.conflictingEntry(id: other.id)) {
            try await store.insert(Self.records([other]))
        }
    }

    @Test func `a record is stored completely`() async throws {
        var entry = Self.varied[0]
        entry.level = nil
        entry.correlationId = RecordID(high: 3, low: 9)
        (entry.deviceId, entry.sessionId, entry.sequence) = (
            RecordID(high: 4, low: 4), RecordID(high: 5, low: 5), .max
        )
        entry.payload = ["nul": "a\0b", "big": .integer(.min), "zero": -0.0, "one": 1.0]
        let suggestion = DebugSuggestedLevel(
            label: .error, probability: 0.75, evidence: ["+1.0 rule x"],
            provenance: Provenance(
                classifier: "rules", modelDigest: nil, ruleSetDigest: "d", icuVersion: "72"))
        let store = try DebugLogStore.open(.memory)
        _ = try await store.insert([DebugRecord(entry: entry, received: 7, suggestion: suggestion)])
        let record = try await store.entry(.newest(1))
        #expect(record == DebugRecord(row: record.row, entry: entry, received: 7, suggestion: suggestion))
        #expect(record.entry.payload.json == entry.payload.json)
        #expect(try await store.entry(.suffix(String(entry.id.description.suffix(8)))) == record)
        await #expect(throws: RecordStoreError.self) { try await store.entry(.newest(2)) }
    }

    @Test func `a suggested level is searchable but is no label`() async throws {
        let provenance = Provenance(
            classifier: "rules", modelDigest: nil, ruleSetDigest: nil, icuVersion: "72")
        let store = try DebugLogStore.open(.memory)
        let suggestion = DebugSuggestedLevel(
            label: .error, probability: 0.9, evidence: [], provenance: provenance)
        _ = try await store.insert([
            DebugRecord(entry: Self.entry(0, level: nil), received: 0, suggestion: suggestion)
        ])
        try await store.updateIndex()
        #expect(try await found("level:error", in: store) == [0])
        #expect(try await store.labeledRecords().isEmpty)
        #expect(try await store.facets(by: [.level]).map(\.level) == [.error])
    }

    /// The checks compare the stored counts with a recount.
    @Test(arguments: [true, false])
    func `a corrected level overrides the others until it is withdrawn`(_ isIndexed: Bool) async throws {
        let store = try DebugLogStore.open(.memory)
        let entries = [Self.entry(0, level: .info), Self.entry(1, level: nil), Self.entry(2, level: .info)]
        _ = try await store.insert(Self.records(entries))
        if isIndexed { try await store.updateIndex() }
        let time = Date(timeIntervalSince1970: 1_790_000_000)
        for number in [0, 1] {
            let (before, after) = try await store.correct(
                .id(entries[number].id), to: .warn, author: "ann", time: time)
            #expect(before.level == entries[number].level && after.level == .warn)
            #expect(after.entry.level == entries[number].level, "the sender's level is kept")
        }
        try await store.correct(.id(entries[0].id), to: .error, author: "bob", time: time)
        try await store.updateIndex()
        #expect(try await found("level:error", in: store) == [0])
        #expect(try await found("level:warn", in: store) == [1])
        #expect(try await found("level:info", in: store) == [2])
        #expect(try await store.labeledRecords().map(\.text.category) == ["error", "warn", "info"])
        #expect(try await store.fault(thorough: true) == nil)
        let record = try await store.entry(.id(entries[0].id))
        #expect(try await store.corrections(of: record).map(\.label) == ["warn", "error"])
        #expect(try await store.corrections(of: record).map(\.author) == ["ann", "bob"])
        for number in [0, 1] {
            let after = try await store.correct(.id(entries[number].id), to: nil).after
            #expect(after.level == entries[number].level && after.correction == nil)
        }
        #expect(try await found("level:info", in: store) == [2, 0])
        #expect(try await found("level>=warn", in: store) == [])
        #expect(try await store.corrections(of: record).map(\.label) == ["warn", "error", nil])
        #expect(try await store.facets(by: [.level]).map(\.entries).reduce(0, +) == 3)
        #expect(try await store.fault(thorough: true) == nil)
        _ = try await store.purge(.everything)
        #expect(try await store.fault(thorough: true) == nil)
    }

    @Test(arguments: [false, true])
    func `corrections are copied by exports to new and to existing entries`(isPresent: Bool) async throws {
        let entries = [Self.entry(0, level: .info), Self.entry(1, level: nil)]
        let (store, copy) = (try await self.store(entries), try await self.store(isPresent ? entries : []))
        try await store.correct(.id(entries[0].id), to: .error, author: "ann")
        try await store.correct(.id(entries[1].id), to: .warn)
        try await store.correct(.id(entries[1].id), to: nil)
        let records = try await store.records(after: nil).records
        #expect(records.map { $0.corrections.map(\.label) } == [["error"], ["warn", nil]])
        #expect(try await copy.insert(records) == (isPresent ? 0 : 2))
        #expect(try await copy.insert(records) == 0)
        #expect(try await copy.records(after: nil).records.map(\.corrections) == records.map(\.corrections))
        try await copy.updateIndex()
        #expect(try await found("level:error", in: copy) == [0])
        #expect(try await copy.entry(.id(entries[0].id)).entry.level == .info, "the sender's level is kept")
        #expect(try await copy.correct(.id(entries[0].id), to: nil).after.level == .info)
        #expect(try await copy.fault(thorough: true) == nil)
    }

    @Test func `all corrected entries of a template are learned`() async throws {
        let store = try await store((0..<8).map { Self.entry($0) })
        #expect(try await store.labeledRecords().count == 3)
        for number in 0..<5 { try await store.correct(.newest(number + 1), to: .error) }
        let labels = try await store.labeledRecords().map(\.text.category.rawValue)
        #expect(labels.filter { $0 == "error" }.count == 5)
        #expect(labels.filter { $0 == "info" }.count == 3)
    }

    @Test func `counts until a midnight exclude the day that begins then`() async throws {
        let store = try await store([Self.entry(0), Self.entry(1, seconds: 86_400)])
        let midnight = Date(timeIntervalSince1970: (1_790_000_000.0 / 86_400).rounded(.up) * 86_400)
        for (until, entries) in [(midnight, 1), (midnight.addingTimeInterval(1), 2), (.distantPast, 0)] {
            let counts = try await store.facets(by: [], matching: DebugFilter(until: until))
            #expect(counts.map(\.entries).reduce(0, +) == entries)
        }
        let days = try await store.facets(by: [.day], matching: DebugFilter(since: midnight))
        #expect(days.map(\.entries) == [1])
    }

    @Test func `a trace merges sessions in order, even if a clock goes back`() async throws {
        let correlation = RecordID(high: 9, low: 9)
        let (app, server) = (RecordID(high: 8, low: 1), RecordID(high: 8, low: 2))
        func entry(_ number: Int, _ session: RecordID, _ sequence: Int64, _ seconds: Int) -> DebugLogEntry {
            var entry = Self.entry(number, seconds: seconds)
            (entry.correlationId, entry.sessionId, entry.sequence) = (correlation, session, sequence)
            return entry
        }
        let entries = [
            entry(3, server, 0, 15), entry(0, app, 0, 10), entry(2, app, 2, 20), entry(1, app, 1, -86_400),
            entry(4, server, 1, 21),
        ]
        let store = try await store(entries + [Self.entry(9)])
        #expect(try await store.trace(correlation).map(Self.number) == [0, 1, 3, 2, 4])
        #expect(try await store.trace(entries[0].id).count == 1)
    }

    @Test func `following the log returns each entry exactly once`() async throws {
        let store = try await store(Self.varied)
        var (_, row) = try await store.entries(after: nil, limit: 10)
        _ = try await store.insert(
            Self.records((10..<25).map { Self.entry($0, level: $0 % 2 == 0 ? .error : .debug) }))
        var seen: [Int] = []
        while true {
            let (entries, last) = try await store.entries(
                after: row, limit: 4, matching: DebugFilter(level: .error))
            seen += entries.map(Self.number)
            if last == row { break }
            row = last
        }
        #expect(seen == Array(stride(from: 10, to: 25, by: 2)))
        #expect(try await store.newest(2).map(Self.number) == [24, 23])
    }

    @Test(arguments: [
        ("user 17 logged in from 10.0.0.1", "user <n> logged in from <n>.<n>.<n>.<n>"),
        ("GET /users/17/posts?x=1 took 35ms", "GET /users/<*>/posts?<*> took <n>ms"),
        ("id 6F9619FF-8B86-D011-B42D-00CF4FC964FF", "id <id>"),
        ("hash deadbeefdeadbeef of ann@example.org", "hash <id> of <email>"),
        ("from <ann@example.org>, to ann@localhost", "from <email> to ann@localhost"),
        ("git@10.0.0.1 @ann.b", "git@<n>.<n>.<n>.<n> @ann.b"),
        ("plain words stay", "plain words stay"), ("схема 12", "схема <n>"),
    ]) func `a template masks variable parts`(text: String, template: String) {
        let entry = Self.entry(0, "LOG", payload: ["message": .string(text)])
        #expect(DebugTemplateText.of(entry) == "LOG message=" + template)
    }

    @Test func `top lists new templates first, then growing ones`() async throws {
        let hour: Int64 = 3_600_000_000_000
        var records: [DebugRecord] = []
        func add(_ count: Int, _ message: String, hours ago: Int64) {
            for _ in 0..<count {
                let number = records.count
                records.append(
                    DebugRecord(
                        entry: Self.entry(
                            number, "LOG", payload: ["message": .string(message + " \(number)")]),
                        received: Self.start - ago * hour))
            }
        }
        add(100, "steady work item", hours: 30)
        add(101, "steady work item", hours: 1)
        add(5, "growing trouble with disk", hours: 30)
        add(60, "growing trouble with disk", hours: 2)
        add(40, "gone for good now", hours: 40)
        add(3, "never seen before here", hours: 0)
        add(2, "user ann signed in well today", hours: 1)
        add(2, "user bob signed in well today", hours: 1)
        let store = try DebugLogStore.open(.memory)
        _ = try await store.insert(records)
        try await store.updateIndex()
        let now = Date(timeIntervalSince1970: Double(Self.start) / 1e9)
        let top = try await store.top(hours: 24, limit: 10, now: now)
        #expect(
            top.map(\.template) == [
                "LOG message=user <*> signed in well today <n>", "LOG message=never seen before here <n>",
                "LOG message=growing trouble with disk <n>", "LOG message=steady work item <n>",
            ])
        #expect(top.map(\.count) == [4, 3, 60, 101] && top.map(\.isNew) == [true, true, false, false])
        #expect(top[2].before == 5 && top[2].growth > 3 && top[3].growth < 1)
        // Indexing the same entries in smaller steps gives the same templates.
        let other = try DebugLogStore.open(.memory)
        for record in records {
            _ = try await other.insert([record])
            try await other.updateIndex()
        }
        #expect(try await other.top(hours: 24, limit: 10, now: now) == top)
    }

    @Test func `counts are exact after any purge`() async throws {
        let store = try await store(
            Self.varied + (10..<1500).map { Self.entry($0, payload: ["n": .integer(Int64($0))], seconds: $0) }
        )
        try await store.purge(DebugPurge(filter: DebugFilter(levelAtMost: .debug)))
        try await store.purge(DebugPurge(match: FullTextQuery("timed")))
        try await store.purge(
            DebugPurge(filter: DebugFilter(until: Date(timeIntervalSince1970: 1_790_000_100))))
        #expect(try await store.count() == 1 + 1400)
        #expect(
            try await store.facets(by: [.source]).map { [$0.source?.rawValue ?? "", "\($0.entries)"] } == [
                ["ios", "1400"], ["web", "1"],
            ])
        #expect(try await found("event:API_REQUEST", in: store, limit: 9999).count == 1401)
        #expect(try await found("payload.n>=0", in: store, limit: 9999).count == 1400)
        try await store.purge(DebugPurge(keptEntries: 10))
        #expect(try await store.count() == 10)
        try await store.purge(DebugPurge())
        let left = try await store.reader.read { database in
            try [
                "debugEntry", "debugKind", "debugTemplate", "debugPath", "debugBucket", "debugFacet",
                "debugTemplateHour",
            ].map {
                try Int.fetchOne(database, sql: "SELECT count(*) FROM \($0)") ?? -1
            }
        }
        #expect(left == [0, 0, 0, 0, 0, 0, 0])
        #expect(try await store.fault() == nil)
    }

    @Test func `retention rules delete matching entries`() async throws {
        let store = try await store(Self.varied)
        let rules = [DebugRetention(age: 3600 * 24), DebugRetention(levelAtMost: .debug, source: .ios)]
        try await store.setRetention(rules)
        #expect(try await store.retention() == rules)
        let now = Date(timeIntervalSince1970: 1_790_000_000)
        #expect(try await store.previewRetention(now: now).records == 2)
        #expect(try await store.applyRetention(now: now).records == 2)
        #expect(try await store.applyRetention(now: now).records == 0)
    }
}
