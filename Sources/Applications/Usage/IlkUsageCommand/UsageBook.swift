import IlkConsole
import Foundation
import Ilk
import IlkUsage
import IlkRules
import IlkStore
import IlkVocabulary

/// The usage as its commands have it: the store, the user's days and words, and where things are shown.
struct UsageBook {
    /// The usage.
    let store: UsageStore
    /// The user's days.
    let timeline: LocalTimeline
    /// Where things are shown.
    let console: Console
    /// The present time.
    let now: Date

    /// The usage of an open store.
    init(_ open: OpenStore<UsageApplication>) {
        store = open.store
        timeline = open.options.zoned.timeline(open.console.environment)
        console = open.console
        now = open.now
    }

    /// Opens the usage to change it, and creates its file if it is missing.
    static func writing(_ options: UsageFileOptions, _ display: DisplayOptions) throws -> UsageBook {
        UsageBook(try .creating(options, .standard(display)))
    }

    /// Opens the usage to read it. Without a file there is none.
    static func reading(_ options: UsageFileOptions, _ display: DisplayOptions) throws -> UsageBook {
        UsageBook(try .reading(options, .standard(display)))
    }

    /// A moment as the clock on the user's wall shows it.
    func time(_ date: Date) -> ZonedTime { ZonedTime(date, in: timeline.calendar.timeZone) }

    /// The day on the user's wall.
    var today: CalendarDay { time(now).day }

    /// The device of a name; this one when none is named.
    ///
    /// - Throws: `noInput` with the name that was probably meant.
    func device(_ name: String?) async throws -> UsageDevice {
        guard let name else {
            return try await store.thisDevice(makingNamed: ProcessInfo.processInfo.hostName)
        }
        return try await named(name, "device", { try await store.device(named: name) }) {
            try await store.devices().map(\.name)
        }
    }

    /// The caregiver of a name.
    ///
    /// - Throws: `noInput` with the name that was probably meant.
    func caregiver(_ name: String) async throws -> CaregiverProfile {
        try await named(name, "caregiver", { try await store.caregiver(named: name) }) {
            try await store.caregivers().map(\.name)
        }
    }

    private func named<Value>(
        _ name: String, _ what: String, _ find: () async throws -> Value, _ names: () async throws -> [String]
    ) async throws -> Value {
        do {
            return try await find()
        } catch UsageError.noSuch {
            let near = Suggestion.nearest(to: name, among: try await names())
            throw CommandFailure(
                .noInput, "there is no such \(what)", hint: near.map { "did you mean '\($0)'?" })
        }
    }

    /// Ends: what was written goes out, the file is closed.
    func close() throws {
        try console.output.flush()
        try store.close()
    }
}
