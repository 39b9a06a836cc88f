import Foundation
import Ilk
import IlkDomains
import IlkRules
import IlkStore
import IlkVocabulary

/// The usage as its commands have it: the store, the user's days and words, and where things are shown.
struct UsageBook {
    /// The usage.
    let store: UsageStore
    /// The user's days.
    let timeline: CallTimeline
    /// Where things are shown.
    let console: Console
    /// The present time.
    let now = Date()

    /// Opens the usage to be changed, and makes its file where it is missing.
    static func writing(_ options: UsageFileOptions, _ display: DisplayOptions) throws -> UsageBook {
        let console = Console.standard(display)
        let path = options.usageFile ?? console.folders.usage
        try IlkFolders.makeFolder(of: path)
        return UsageBook(
            store: try UsageStore.open(.file(path)), timeline: options.zoned.timeline(console.environment),
            console: console)
    }

    /// Opens the usage to be looked at. Where there is no file, nothing was done.
    static func reading(
        _ options: UsageFileOptions, _ display: DisplayOptions, access: Store.Access = .readOnly
    ) throws -> UsageBook {
        let console = Console.standard(display)
        let path = options.usageFile ?? console.folders.usage
        let isThere = FileManager.default.fileExists(atPath: path)
        return UsageBook(
            store: try UsageStore.open(
                isThere ? .file(path) : .memory, access: isThere ? access : .readWrite),
            timeline: options.zoned.timeline(console.environment), console: console)
    }

    /// Opens the usage to be searched: its index is brought up to date where it can be.
    static func searching(_ options: UsageFileOptions, _ display: DisplayOptions) throws -> UsageBook {
        let path = options.usageFile ?? Console.standard(display).folders.usage
        guard FileManager.default.isWritableFile(atPath: path) else { return try reading(options, display) }
        return try writing(options, display)
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
