import Foundation
import GRDB
import IlkFiles
import IlkVocabulary
import Logging
import Synchronization

/// The state that a journal's handle and its thread share.
final class JournalCore<Entry: Sendable>: Sendable {
    typealias State = JournalState<Entry>
    typealias Sink = (Entry, RecordID) throws -> Void

    let name: String
    let store: Store
    let tables: [String]
    let ids: RecordIDSource
    let settings: JournalSettings
    let logger: Logger
    let size: @Sendable (Entry) -> Int
    let quarantine: @Sendable (Entry) -> [UInt8]?
    let prepare: @Sendable (Database) throws -> Sink
    let upkeep: (@Sendable (Database) throws -> Bool)?
    let run: JournalRun
    let state: Mutex<State>
    let wakeSignal = WakeSignal()

    init(
        name: String, store: Store, tables: [String], ids: RecordIDSource, settings: JournalSettings,
        logger: Logger,
        size: @escaping @Sendable (Entry) -> Int,
        quarantine: @escaping @Sendable (Entry) -> [UInt8]?,
        prepare: @escaping @Sendable (Database) throws -> Sink,
        upkeep: (@Sendable (Database) throws -> Bool)? = nil
    ) {
        self.name = name
        self.store = store
        self.tables = tables
        self.ids = ids
        self.settings = settings
        self.logger = logger
        self.size = size
        self.quarantine = quarantine
        self.prepare = prepare
        self.upkeep = upkeep
        run = JournalRun(ids.next())
        let slot = store.ledgerFile?.acquireSlot(run)
        if slot == nil, let file = store.ledgerFile {
            logger.warning(
                "the journal's ledger has no space; entries lost in a crash are not counted",
                metadata: ["journal": "\(name)", "file": "\(file.path)"])
        }
        state = Mutex(State(slot: slot ?? LedgerSlot()))
    }

    /// Starts the thread, which keeps this object alive and ends after closing.
    func start() {
        DetachedThread.start("journal.\(name)", stackBytes: 512 << 10) { JournalWriter(shared: self).run() }
    }

    var ledger: JournalLedger { state.withLock { $0.ledger } }

    var oldestUncommittedAge: Duration {
        state.withLock { $0.oldestUncommitted }.map { .now - $0 } ?? .zero
    }

    enum Offer { case decided, mustWait }

    func offer(_ entry: Entry) -> Offer {
        let bytes = size(entry)
        let (admission, written) = state.withLock {
            ($0.admit(entry, bytes: bytes, settings: settings), $0.popSpent())
        }
        // Releases the written entry on this thread, not on the writer's.
        defer { withExtendedLifetime(written) {} }
        switch admission {
        case .queued(let ring):
            if ring { wakeSignal.ring() }
            return .decided
        case .dropped: return .decided
        case .mustWait: return .mustWait
        }
    }

    func wait(with entry: Entry, caller: UnsafeContinuation<Void, Never>) {
        let bytes = size(entry)
        // Room may have become available since the offer.
        let (ring, resume) = state.withLock { state in
            switch state.admit(entry, bytes: bytes, settings: settings) {
            case .queued(let ring): return (ring, true)
            case .dropped: return (false, true)
            case .mustWait:
                return (state.suspend(entry, bytes: bytes, caller: caller, settings: settings), false)
            }
        }
        if ring { wakeSignal.ring() }
        if resume { caller.resume() }
    }

    func skip(_ reason: JournalLedger.Skip) {
        state.withLock { $0.skip(reason) }
    }

    func ticket() -> Int {
        state.withLock { $0.ticket() }
    }

    func flush(_ level: AckLevel, ticket: Int, caller: CheckedContinuation<FlushOutcome, Never>) {
        let (answer, ring) = state.withLock { state in
            // Checked inside the lock: a task that is canceled later finds the flush and removes it.
            Task.isCancelled ? (.canceled, false) : state.awaitFlush(level, ticket: ticket, caller: caller)
        }
        if ring { wakeSignal.ring() }
        if let answer { caller.resume(returning: answer) }
    }

    func removeFlush(ticket: Int, as outcome: FlushOutcome) {
        state.withLock { $0.forgetFlush(ticket: ticket) }?.resume(returning: outcome)
    }

    func beginClosing() {
        let deadline = ContinuousClock.now + settings.closingTimeout
        state.withLock { state in
            guard case .open = state.phase else { return }
            state.phase = .closing(deadline)
            state.writer = .awake
        }
        wakeSignal.ring()
    }

    func awaitClosed(_ caller: CheckedContinuation<Void, Never>) {
        let closed = state.withLock { state in
            if case .closed = state.phase { return true }
            state.closers.append(caller)
            return false
        }
        if closed { caller.resume() }
    }
}
