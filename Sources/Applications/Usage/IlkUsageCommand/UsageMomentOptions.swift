import IlkConsole
import ArgumentParser
import Foundation
import IlkUsage
import IlkStore
import IlkVocabulary

/// When, where and with whom something was done.
struct UsageMomentOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "When it was: 2026-11-21T18:30:00Z, '2026-11-21 18:30', 5m ago. (default: now)", valueName: "time"
        ))
    var at: ZonedMoment?

    @Option(help: ArgumentHelp("The language that the app is set to.", valueName: "language"))
    var language = "en"

    @Option(help: ArgumentHelp("The device. (default: this one)", valueName: "name"))
    var device: String?

    @Option(
        help: ArgumentHelp(
            "The caregiver who is there. (default: whom ilk usage profiles set)", valueName: "name"))
    var caregiver: String?

    @Option(help: ArgumentHelp("A category of your own.", valueName: "word"))
    var tag: String?

    func validate() throws {
        if language.isEmpty { throw ValidationError("--language takes a language.") }
    }

    /// Makes an event of an action, in the session that is open on the device, or in a new one.
    func event(
        _ book: UsageBook,
        _ action: (_ session: RecordID, _ time: ZonedTime) async throws -> UsageEvent.Action
    ) async throws -> UsageEvent {
        let date = at?.date(now: book.now, book.timeline) ?? book.now
        let device = try await book.device(device)
        let open = try await book.store.openSession(of: device.id, at: date)
        var person = try await book.store.activeCaregiver()
        if let caregiver { person = try await book.caregiver(caregiver).id }
        let session = open?.id ?? book.store.nextID()
        let time = book.time(date)
        return UsageEvent(
            id: book.store.nextID(), time: time, action: try await action(session, time), language: language,
            sessionID: session, deviceID: device.id, caregiverProfileID: person, tag: tag)
    }
}
