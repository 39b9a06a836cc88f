import Foundation
import IlkDebug
import IlkStore
import StoreTestSupport
import Testing

@testable import IlkDomains

/// The history of the debug log's schema: a step never changes, and files of every age are brought up to date with all that
/// is in them.
@Suite struct `Schema history of the debug log` {
    private static let history = SchemaHistory(
        steps: DebugSchemaSteps.steps, rows: DebugSchemaSteps.rows,
        applicationID: DebugLogSchema.applicationID,
        fill: { database, version in
            try Migration.fillRowRanges(of: DebugLogSchema.rangedTables, version: version, in: database)
        })

    @Test func `the program's steps are those that were released, to the letter`() async throws {
        let scratch = try Scratch()
        let store = try DebugLogStore.open(.file(scratch.path("new.db")))
        #expect(try await store.schemaVersion().program == Self.history.steps.count)
        #expect(try Self.history.differences(of: scratch.path("new.db"), in: scratch) == [])
        try store.close()
    }

    @Test(arguments: 0...DebugSchemaSteps.steps.count)
    func `a file of every age comes up to date with its events`(age: Int) async throws {
        let scratch = try Scratch()
        let path = scratch.path("debug.db")
        try Self.history.make(path, steps: age)
        let store = try DebugLogStore.open(.file(path))
        let version = try await store.schemaVersion()
        #expect(version.file == version.program)
        let events = age == 0 ? [] : ["API_RESPONSE"]
        #expect(try await store.search(newest: 9).map(\.entry.event) == events)
        try await store.catchUp()
        let calendar = SearchCalendar(timeZone: .gmt, now: Date(timeIntervalSince1970: 1_790_000_000))
        for words in ["lodz", "ÜBER level>=warn", "source:ios api*"] {
            let found = try await store.search(DebugQuery(words, calendar: calendar), newest: 9)
            #expect(found.map(\.entry.event) == events, "\(words)")
        }
        #expect(try await store.fault(thorough: true) == nil)
        try store.close()
    }
}
