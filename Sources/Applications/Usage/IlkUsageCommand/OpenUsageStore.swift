import IlkConsole
import Foundation
import IlkUsage
import IlkRules
import IlkStore
import IlkVocabulary

/// An open usage store, with the console and the clock of a command.
typealias OpenUsageStore = OpenStore<UsageApplication>

extension OpenUsageStore {
    /// Returns a time with the UTC offset of the user's time zone.
    func time(_ date: Date) -> ZonedTime { ZonedTime(date, in: timeline.calendar.timeZone) }

    /// The current day in the user's time zone.
    var today: CalendarDay { time(now).day }

    /// Returns the device with a name, or this device if no name is given.
    ///
    /// - Throws: `noInput` if the name is unknown. The hint suggests the most similar name.
    func device(_ name: String?) async throws -> UsageDevice {
        guard let name else {
            return try await store.thisDevice(creatingNamed: ProcessInfo.processInfo.hostName)
        }
        return try await named(name, "device", { try await store.device(named: name) }) {
            try await store.devices().map(\.name)
        }
    }

    /// Returns the caregiver with a name.
    ///
    /// - Throws: `noInput` if the name is unknown. The hint suggests the most similar name.
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
        } catch UsageError.notFound {
            let near = Suggestion.nearest(to: name, among: try await names())
            let error = UsageError.notFound(what, reference: name)
            throw CommandError(
                .noInput, error.description, hint: near.map { "did you mean '\($0)'?" } ?? error.hint)
        }
    }
}
