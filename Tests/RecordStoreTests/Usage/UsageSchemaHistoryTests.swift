import Foundation
import IlkStore
import IlkVocabulary
import StoreTestSupport
import Testing

@testable import IlkUsage

/// Released migrations never change, and files of every schema version are migrated without loss.
@Suite struct `Schema history of the usage` {
    static let history = SchemaHistory(
        schema: UsageStore.schema,
        digests: [
            "92ab5e51fb95306d", "6933f707ad12a29a", "3decf6c5df1377f6", "1c4eeeb383417cff",
            "1c4eeeb383417cff", "cd04ef52996dbb3d", "d0ee76954df441d9", "5d98ee90706c531d",
            "e10618da98e152fc",
        ],
        rows: """
            INSERT INTO usageEvent (place, key, kind, timestamp, zone, day, session, device, language, symbol, label)
            VALUES (1782604800000 << 20, x'00000000000070008000000000000001', 0, 1782604800000, 120, 20632,
                x'00000000000070008000000000000011', x'00000000000070008000000000000021', 'en', 'rome', 'Rome');
            INSERT INTO usageEvent (place, key, kind, timestamp, zone, day, session, device, language, symbols, phrase,
                constructionTime, removed, reordered, length)
            VALUES (1782604801000 << 20, x'00000000000070008000000000000002', 1, 1782604801000, 120, 20632,
                x'00000000000070008000000000000011', x'00000000000070008000000000000021', 'en', '["rome"]', 'to Rome',
                1000, 0, 0, 1);
            """,
        emptied: [4: conditionalTriggers])

    /// Migration 4 as released, with a WHEN condition in the triggers.
    private static let conditionalTriggers = """
        DROP TRIGGER usageEvent_count;
        DROP TRIGGER usageEvent_session;
        CREATE TRIGGER usageEvent_count AFTER INSERT ON usageEvent WHEN NOT EXISTS (SELECT 1 FROM usageMark WHERE name = 'countsAtOnce') BEGIN
            INSERT OR IGNORE INTO usageTerm (term)
            VALUES (ifnull(NEW.symbol, NEW.phrase)), (hex(NEW.device)), (hex(NEW.caregiver));
            INSERT INTO usageDay SELECT NEW.kind, NEW.day, t.number, d.number, c.number, 1, ifnull(NEW.length, 1),
                ifnull(NEW.constructionTime, 0)
            FROM usageTerm t, usageTerm d, usageTerm c WHERE t.term = ifnull(NEW.symbol, NEW.phrase)
            AND d.term = hex(NEW.device) AND c.term = hex(NEW.caregiver)
            ON CONFLICT DO UPDATE SET events = events + 1, symbols = symbols + excluded.symbols,
                time = time + excluded.time;
        END;
        CREATE TRIGGER usageEvent_session AFTER INSERT ON usageEvent WHEN NOT EXISTS (SELECT 1 FROM usageMark WHERE name = 'countsAtOnce') BEGIN
            INSERT OR IGNORE INTO usageTerm (term) SELECT NEW.symbol WHERE NEW.kind = 0;
            INSERT INTO usageSession VALUES (NEW.session, NEW.device, NEW.timestamp, NEW.zone, NEW.timestamp,
            NEW.kind = 0, NEW.kind, ifnull(NEW.length, 0))
            ON CONFLICT DO UPDATE SET zone = iif(excluded.first < first, excluded.zone, zone),
                first = min(first, excluded.first), last = max(last, excluded.last), taps = taps + excluded.taps,
                phrases = phrases + excluded.phrases, longest = max(longest, excluded.longest);
            INSERT INTO usageSessionSymbol SELECT NEW.session, number, 1 FROM usageTerm
            WHERE NEW.kind = 0 AND term = NEW.symbol
            ON CONFLICT DO UPDATE SET taps = taps + 1;
        END;
        """

    @Test(arguments: 0...history.digests.count)
    func `a file of every schema version is migrated with its events`(age: Int) async throws {
        let scratch = try Scratch()
        let store = try await Self.history.opened(steps: age, in: scratch) { try UsageStore.open($0) }
        let events = try await store.events()
        #expect(events.map { $0.phrase?.phrase ?? $0.tap?.label } == (age == 0 ? [] : ["to Rome", "Rome"]))
        #expect(
            try await store.events(matching: UsageFilter(words: FullTextQuery("rome"))).count
                == (age == 0 ? 0 : 1))
        #expect(try await store.sessions().map(\.totalSymbols) == (age == 0 ? [] : [1]))
        try await store.record([UsageSamples.tap("new", day: 2)])
        try await store.setRetention([UsageRetention(age: 60, type: .tap)])
        #expect(try await store.retention() == [UsageRetention(age: 60, type: .tap)])
        #expect(try await store.fault(thorough: true) == nil)
        try store.close()
    }
}
