import IlkStore
import IlkConsole
import ArgumentParser
import IlkUsage
import IlkVocabulary

/// The options for the time, device and caregiver of an event.
struct UsageMomentOptions: ParsableArguments {
    @Option("Time: 2026-11-21T18:30:00Z, yesterday, 5m (ago). (default: now)", value: "time")
    var at: LocalTimeArgument?

    @Option("Language of the app.", value: "language")
    var language = "en"

    @Option("Device of the event. (default: this device)", value: "name")
    var device: String?

    @Option("Caregiver who is present. (default: the current caregiver)", value: "name")
    var caregiver: String?

    @Option("Your own label for the event.", value: "word")
    var tag: String?

    func validate() throws {
        if language.isEmpty {
            throw ValidationError.invalid("--language", language, expected: "a language code, such as en")
        }
    }

    /// Creates an event in the current session of the device, or in a new session.
    func event(
        _ open: OpenUsageStore,
        _ action: (_ session: RecordID, _ time: ZonedTime) async throws -> UsageEvent.Action
    ) async throws -> UsageEvent {
        let date = at?.date(now: open.now, open.timeline) ?? open.now
        let device = try await open.device(device)
        let ongoing = try await open.store.openSession(of: device.id, at: date)
        var person = try await open.store.activeCaregiver()
        if let caregiver { person = try await open.caregiver(caregiver).id }
        let session = ongoing?.id ?? open.store.nextID()
        let time = open.time(date)
        return UsageEvent(
            id: open.store.nextID(), time: time, action: try await action(session, time), language: language,
            sessionID: session, deviceID: device.id, caregiverProfileID: person, tag: tag)
    }
}
