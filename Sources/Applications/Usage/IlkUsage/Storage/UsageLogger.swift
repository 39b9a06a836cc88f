public import Foundation
import GRDB
public import IlkStore
public import IlkVocabulary
public import Logging
import Synchronization

/// Records what somebody does, fire and forget: a tap costs its caller a few hundred nanoseconds, whatever the disk does.
///
/// It knows which session is open and which phrase is being built. Close it before its store.
public final class UsageLogger: Sendable {
    private final class Queued: Sendable {
        let event: UsageEvent
        init(_ event: UsageEvent) { self.event = event }
    }

    private struct State {
        var session: RecordID?
        var last: Int64 = .min
        var draft = PhraseDraft()
        var caregiver: RecordID?
        var zone = ZoneMemory()
    }

    private let journal: Journal<Queued>
    private let ids: RecordIDSource
    private let device: RecordID
    private let gap: Int64
    private let timeZone: @Sendable () -> TimeZone
    private let state: Mutex<State>

    /// A logger for a device that writes to a store from now on: the session that is open goes on.
    ///
    /// - Parameters:
    ///   - store: Where to.
    ///   - device: Which device this is.
    ///   - settings: How it queues, commits and retries. Of a queue that is full what comes is dropped and counted: nobody
    ///     waits for a disk.
    ///   - timeZone: The zone of the clock on the wall.
    ///   - logger: Where trouble is told.
    /// - Throws: `StoreError`.
    public static func start(
        _ store: UsageStore, device: UsageDevice,
        settings: JournalSettings = JournalSettings(overflow: .drop),
        timeZone: @escaping @Sendable () -> TimeZone = { .current },
        logger: Logger = Logger(label: "ilk.usage")
    ) async throws -> UsageLogger {
        let now = store.now
        var state = State()
        if let open = try await store.openSession(of: device.id, at: now) {
            state.session = open.id
            state.last = open.last.milliseconds
            state.draft = try await store.draft(in: open.id)
        }
        state.caregiver = try await store.activeCaregiver()
        return UsageLogger(
            store, device: device.id, gap: Int64(saturating: try await store.sessionGap() * 1000),
            state: state,
            settings: settings, timeZone: timeZone, logger: logger)
    }

    private init(
        _ store: UsageStore, device: RecordID, gap: Int64, state: State, settings: JournalSettings,
        timeZone: @escaping @Sendable () -> TimeZone, logger: Logger
    ) {
        ids = store.ids
        self.device = device
        self.gap = gap
        self.timeZone = timeZone
        self.state = Mutex(state)
        journal = Journal(
            name: "usage", store: store.store, tables: ["usageEvent"], ids: store.ids, settings: settings,
            logger: logger, size: { $0.event.size },
            quarantine: {
                var json = UsageRecordJSON()
                return json.bytes(.event($0.event))
            },
            prepare: { database in
                let writer = try UsageRowWriter(database)
                return { queued, _ in try writer.write(queued.event) }
            }, upkeep: { try UsageSchema.index.step($0) })
    }

    /// Sets who is there from now on; nil for nobody.
    public func setCaregiver(_ id: RecordID?) { state.withLock { $0.caregiver = id } }

    /// The session that is open, if there is one.
    public var sessionID: RecordID? { state.withLock { $0.session } }

    /// Records a tap; it becomes the next symbol of the phrase that is being built.
    ///
    /// - Parameters:
    ///   - tap: The tap. Without a place in the phrase it gets the next one; one that was modelled gets none.
    ///   - language: The language that the app is set to.
    ///   - tag: A category of one's own.
    /// - Returns: The event's key.
    @discardableResult
    public nonisolated(nonsending) func tap(_ tap: SymbolTap, language: String, tag: String? = nil) async
        -> RecordID
    {
        let event = state.withLock { state in
            let time = Self.time(ids.now.milliseconds, timeZone, &state)
            enterSession(time.milliseconds, &state)
            var tap = tap
            if !tap.isModeled {
                let place = state.draft.add(tap.symbolID, label: tap.label, at: time.milliseconds)
                tap.phrasePosition = tap.phrasePosition ?? place
            }
            return self.event(.tap(tap), time, language, tag, state)
        }
        await journal.record(Queued(event))
        return event.id
    }

    /// Takes a symbol out of the phrase that is being built.
    public func removeSymbol(at index: Int) { state.withLock { $0.draft.remove(at: index) } }

    /// Moves a symbol within the phrase that is being built.
    public func moveSymbol(from index: Int, to place: Int) {
        state.withLock { $0.draft.move(from: index, to: place) }
    }

    /// Records that the phrase that was built is spoken; the next tap begins another one.
    ///
    /// - Parameters:
    ///   - phrase: How it reads; nil for the words on its symbols.
    ///   - language: The language that the app is set to.
    ///   - tag: A category of one's own.
    /// - Returns: The event's key; nil when nothing was tapped and nothing is said.
    @discardableResult
    public nonisolated(nonsending) func speak(
        _ phrase: String? = nil, language: String, tag: String? = nil
    ) async -> RecordID? {
        let event: UsageEvent? = state.withLock { state in
            let time = Self.time(ids.now.milliseconds, timeZone, &state)
            enterSession(time.milliseconds, &state)
            guard let spoken = state.draft.completed(at: time.milliseconds, phrase: phrase) else {
                return nil
            }
            state.draft = PhraseDraft()
            return self.event(.phrase(spoken), time, language, tag, state)
        }
        guard let event else { return nil }
        await journal.record(Queued(event))
        return event.id
    }

    /// Begins a session if there was too long a pause. A clock that goes back does not end one.
    private func enterSession(_ now: Int64, _ state: inout State) {
        if state.session == nil || now > state.last &+ gap {
            state.session = ids.next()
            state.draft = PhraseDraft()
        }
        state.last = max(state.last, now)
    }

    private func event(
        _ action: UsageEvent.Action, _ time: ZonedTime, _ language: String, _ tag: String?, _ state: State
    ) -> UsageEvent {
        let id = ids.next()
        return UsageEvent(
            id: id, time: time, action: action, language: language, sessionID: state.session ?? id,
            deviceID: device, caregiverProfileID: state.caregiver, tag: tag)
    }

    private static func time(
        _ milliseconds: Int64, _ timeZone: () -> TimeZone, _ state: inout State
    ) -> ZonedTime {
        ZonedTime(milliseconds: milliseconds, zone: state.zone.minutes(at: milliseconds, timeZone))
    }

    /// Waits until all that was recorded before is as safe as `level` says.
    @discardableResult
    public nonisolated(nonsending) func flush(_ level: AckLevel = .committed) async -> Bool {
        await journal.flush(level)
    }

    /// Writes what is pending and ends.
    ///
    /// - Returns: The final accounts.
    @discardableResult
    public nonisolated(nonsending) func close() async -> JournalLedger { await journal.close() }

    /// What became of everything that was recorded here.
    public var ledger: JournalLedger { journal.ledger }
}

/// Remembers a zone's difference for a quarter of an hour: clocks are only set between those.
private struct ZoneMemory {
    private var quarter: Int64 = .min
    private var minutes = 0

    mutating func minutes(at milliseconds: Int64, _ timeZone: () -> TimeZone) -> Int {
        let now = milliseconds / 900_000
        guard now != quarter else { return minutes }
        quarter = now
        minutes = ZonedTime.minutes(of: timeZone(), at: milliseconds)
        return minutes
    }
}

extension ZonedTime {
    /// A moment as the clocks of a zone show it.
    public init(_ date: Date, in zone: TimeZone) {
        self.init(milliseconds: date.milliseconds, zone: Self.minutes(of: zone, at: date.milliseconds))
    }

    fileprivate static func minutes(of zone: TimeZone, at milliseconds: Int64) -> Int {
        zone.secondsFromGMT(for: Date(milliseconds: milliseconds)) / 60
    }
}
