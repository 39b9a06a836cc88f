import Foundation
import GRDB
import IlkStore
import IlkVocabulary
import StoreTestSupport
import Synchronization
import TestSupport

@testable import IlkCalls

/// A clock that tests advance.
final class HandClock: Sendable {
    private let time: Mutex<Date>

    init(_ start: Date = Samples.noon) { time = Mutex(start) }

    var now: Date { time.withLock { $0 } }

    func advance(_ seconds: Double) { time.withLock { $0 += seconds } }
}

/// A call store for one test, with its clock.
struct Calls {
    let clock = HandClock()
    let storage: CallLogStorage
    let sarah: Int32
    let ben: Int32

    init(_ location: StoreLocation = .memory) async throws {
        let clock = clock
        storage = try CallLogStorage.open(
            location, ids: RecordIDSource(clock: { clock.now }, random: SeededGenerator(seed: 7)))
        sarah = try await storage.contact(creatingNamed: "Sarah").contact.id
        ben = try await storage.contact(creatingNamed: "Ben").contact.id
    }

    /// Saves a call that started this many days ago.
    @discardableResult
    func add(
        _ notes: String? = nil, days: Double = 0, with contact: Int32? = nil, minutes: Int? = nil,
        _ emotion: EmotionalState? = nil, tags: [String] = []
    ) async throws -> CallLogEntity {
        try await storage.saveCallLog(
            CallDraft(
                contactId: contact ?? sarah, calledAt: clock.now.addingTimeInterval(-86_400 * days),
                duration: minutes, emotionalState: emotion, notes: notes, tags: tags))
    }

    /// The notes of all calls, newest first.
    func notes() async throws -> [String] {
        try await storage.fetchCallLogs(limit: 1000).map { $0.notes ?? "-" }
    }

    /// The maintained counts, and those of a recount.
    func counts() async throws -> (kept: [String], counted: [String]) {
        try await storage.store.read { database in
            let columns = "contactId, emotionalState, syncStatus, calls, detailed, timed, minutes"
            let kept = try Row.fetchAll(
                database, sql: "SELECT \(columns) FROM callTally ORDER BY 1, 2, 3")
            let counted = try Row.fetchAll(
                database,
                sql: """
                    SELECT contactId, ifnull(emotionalState, ''), syncStatus, count(*),
                        sum(duration > 0 OR emotionalState IS NOT NULL OR ifnull(notes, '') <> ''),
                        sum(duration > 0), sum(duration)
                    FROM callLog WHERE isMarkedDeleted = 0 GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
                    """)
            func texts(_ rows: [Row]) -> [String] {
                rows.map { row in row.databaseValues.map { "\($0)" }.joined(separator: " ") }
            }
            return (texts(kept), texts(counted))
        }
    }
}
