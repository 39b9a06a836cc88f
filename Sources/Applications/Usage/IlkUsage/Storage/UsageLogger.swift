public import Foundation
import GRDB
public import IlkStore
public import IlkVocabulary
public import Logging
import Synchronization

/// Records taps and phrases without waiting for the database. A journal queues the events and writes them in
/// the background.
///
/// The logger tracks the current session and the phrase under construction. Close the logger before its
/// store.
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

    /// Creates a logger for a device. The logger continues the last session of the device if this session has
    /// not ended.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - device: The device.
    ///   - settings: The settings of the journal for its queue, commits and retries. By default, a full queue
    ///     drops and counts further events.
    ///   - timeZone: A function that returns the current time zone.
    ///   - logger: The logger that receives warnings and errors of the journal.
    /// - Returns: The logger.
    /// - Throws: `StoreError` if the database fails.
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

    /// Sets the active caregiver for the following events.
    ///
    /// - Parameter id: The key of the caregiver, or `nil` if no caregiver is active.
    public func setCaregiver(_ id: RecordID?) { state.withLock { $0.caregiver = id } }

    /// The key of the current session, or `nil` if no session has begun.
    public var sessionID: RecordID? { state.withLock { $0.session } }

    /// Records a tap and appends its symbol to the phrase under construction.
    ///
    /// - Parameters:
    ///   - tap: The tap. A tap without a position in the phrase gets the next position. A demonstration by a
    ///     communication partner (``SymbolTap/isModeled``) is not part of the phrase.
    ///   - language: The app's language setting, such as `en`.
    ///   - tag: A label that the caller assigns to the event, or `nil`.
    /// - Returns: The key of the event.
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

    /// Removes a symbol from the phrase under construction.
    ///
    /// - Parameter index: The index of the symbol, from 0.
    public func removeSymbol(at index: Int) { state.withLock { $0.draft.remove(at: index) } }

    /// Moves a symbol within the phrase under construction.
    ///
    /// - Parameters:
    ///   - index: The current index of the symbol, from 0.
    ///   - place: The new index of the symbol, from 0.
    public func moveSymbol(from index: Int, to place: Int) {
        state.withLock { $0.draft.move(from: index, to: place) }
    }

    /// Records the phrase under construction as spoken. The next tap begins a new phrase.
    ///
    /// - Parameters:
    ///   - phrase: The spoken text. `nil` uses the labels of the symbols, joined by spaces.
    ///   - language: The app's language setting, such as `en`.
    ///   - tag: A label that the caller assigns to the event, or `nil`.
    /// - Returns: The key of the event. `nil` if nothing was recorded, because there is neither a symbol nor
    ///   a text.
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

    /// Begins a new session and a new phrase if the pause since the last event is too long. Setting the clock
    /// back does not end a session.
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

    /// Waits until all events recorded so far have reached a level of durability.
    ///
    /// - Parameters:
    ///   - level: The level of durability.
    ///   - timeout: The maximum time to wait. With `nil`, the function waits without a limit, even while the
    ///     database cannot be written.
    /// - Returns: The outcome of the wait.
    @discardableResult
    public nonisolated(nonsending) func flush(
        _ level: AckLevel = .committed, timeout: Duration? = nil
    ) async -> FlushOutcome {
        await journal.flush(level, timeout: timeout)
    }

    /// Writes all queued events and closes the journal.
    ///
    /// - Returns: The numbers of recorded, written, quarantined and lost events.
    @discardableResult
    public nonisolated(nonsending) func close() async -> JournalLedger { await journal.close() }

    /// The numbers of recorded, written, quarantined and lost events.
    public var ledger: JournalLedger { journal.ledger }
}

/// Caches the UTC offset of a time zone for each quarter of an hour. UTC offsets change only at the start of
/// a quarter.
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
    /// Creates a time with the UTC offset of a time zone.
    ///
    /// - Parameters:
    ///   - date: The moment.
    ///   - zone: The time zone.
    public init(_ date: Date, in zone: TimeZone) {
        self.init(milliseconds: date.milliseconds, zone: Self.minutes(of: zone, at: date.milliseconds))
    }

    fileprivate static func minutes(of zone: TimeZone, at milliseconds: Int64) -> Int {
        zone.secondsFromGMT(for: Date(milliseconds: milliseconds)) / 60
    }
}
