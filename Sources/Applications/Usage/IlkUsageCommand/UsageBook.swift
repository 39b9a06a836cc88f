import IlkConsole
import Foundation
import IlkUsage
import IlkRules
import IlkStore
import IlkVocabulary

/// The usage to its commands: an open store with the days of the user.
typealias UsageBook = OpenStore<UsageApplication>

extension UsageBook {
    /// The user's days.
    var timeline: LocalTimeline { options.zoned.timeline(console.environment) }

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
}
