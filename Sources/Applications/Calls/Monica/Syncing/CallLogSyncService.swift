import IlkTransport
import FoundationEssentials
public import IlkCalls
public import IlkStore
import IlkSync
public import IlkSyncStore
import IlkVocabulary

/// Syncs the calls of a store with Monica. The engine makes the decisions, the store persists them, and the
/// API client sends the requests.
///
/// Each step is one transaction, and a change is stored before it is sent. After a crash, the next sync
/// therefore continues.
public actor CallLogSyncService {
    let storage: CallLogStorage
    let api: CallLogAPIService
    let clock: any SyncClock
    let ids: RecordIDSource
    let engine: MonicaEngine
    private let randomBits: @Sendable () -> UInt64
    /// The number of consecutive failed requests after which a sync ends.
    let maxFailures: Int
    var report = CallSyncReport()
    private var device = MonicaDevice(state: MonicaDevice.State())

    /// The names under which the store keeps the sync state.
    enum StateKey {
        static let state = "monica.state"
        static let place = "monica.place"
        static let contacts = "monica.contacts"
    }

    /// Creates a service.
    ///
    /// - Parameters:
    ///   - storage: The call store.
    ///   - api: The API client.
    ///   - maxFailures: The number of consecutive failed requests after which a sync ends.
    ///   - clock: The wall clock and monotonic clock.
    ///   - ids: The source of keys for conflicts.
    ///   - randomBits: A function that returns 64 random bits, which vary the lengths of pauses.
    public init(
        _ storage: CallLogStorage, with api: CallLogAPIService, maxFailures: Int = 4,
        clock: any SyncClock = SystemSyncClock(), ids: RecordIDSource = RecordIDSource(),
        randomBits: @escaping @Sendable () -> UInt64 = { UInt64.random(in: .min ... .max) }
    ) {
        self.storage = storage
        self.api = api
        self.maxFailures = maxFailures
        self.clock = clock
        self.ids = ids
        self.randomBits = randomBits
        engine = MonicaEngine(settings: api.settings)
    }

    /// Runs one sync: sends all changes in the outbox and reads the changes on the server.
    ///
    /// - Parameters:
    ///   - isFullRead: `true` to read all calls from the server, which detects deletions. With `false`, all
    ///     calls are read only if the last full read was at least a day ago.
    ///   - resetting: `true` to first reset all sync metadata. A reset is necessary before a sync with
    ///     another server or as another type of record.
    ///   - tell: A function that receives progress events during the sync.
    /// - Returns: The report of the sync.
    /// - Throws: `IlkError`, `StoreError`, or `CancellationError`.
    public func sync(
        isFullRead: Bool = false, resetting: Bool = false,
        tell: @Sendable (CallSyncEvent) -> Void = { _ in }
    ) async throws -> CallSyncReport {
        let held = try SyncLock.acquire(try storage.syncLock(), of: "these calls")
        defer { withExtendedLifetime(held) {} }
        report = CallSyncReport()
        try await checkServer(resetting: resetting)
        guard try await connect(tell) else { return report }
        try await run(isFullRead: isFullRead, tell)
        return report
    }

    // MARK: The engine

    private func run(isFullRead: Bool, _ tell: (CallSyncEvent) -> Void) async throws {
        let json = try await storage.syncTransaction { try $0.syncValue(StateKey.state) }
        // If the stored state cannot be decoded, it is reset, and all calls are read again.
        let state = json.flatMap {
            try? JSONDecoder().decode(MonicaDevice.State.self, from: Data($0.utf8))  // Reset if unreadable.
        }
        device = MonicaDevice(state: state ?? MonicaDevice.State())
        var effects = try await step(.started)
        if isFullRead { effects += try await step(.readAll) }
        while true {
            if let ending = ending(effects) {
                report.ending = ending
                return
            }
            if case .send(let request)? = effects.last(where: { if case .send = $0 { true } else { false } })
            {
                effects = try await ask(request, tell)
            } else {
                try await clock.sleep(until: wake(effects) ?? clock.monotonic + 1000)
                effects = try await step(.tick)
            }
            tell(.progress(report))
        }
    }

    private func ending(_ effects: [MonicaEffect]) -> SyncOutcome? {
        if effects.contains(.frozen) { return .unauthorized }
        if case .paused = device.session.phase, device.session.failures >= maxFailures { return .unreachable }
        return effects.contains(.inSync) ? .inSync : nil
    }

    private func wake(_ effects: [MonicaEffect]) -> UInt64? {
        effects.compactMap { if case .wake(let moment) = $0 { moment } else { nil } }.last
    }

    private func ask(
        _ request: MonicaRequest, _ tell: (CallSyncEvent) -> Void
    ) async throws -> [MonicaEffect] {
        let reply = await api.answer(request)
        report.requests += 1
        report.repaired += reply.repaired
        if let account = reply.account { try await check(account: account) }
        switch (request.body, reply.answer.body) {
        case (.create, .call), (.replace, .call): report.sent += 1
        case (.delete, .deleted): report.deleted += 1
        case (.create, .refused), (.create, .missing), (.replace, .refused): report.refused += 1
        default: break
        }
        let effects = try await step(.answered(reply.answer), reply, to: request)
        try Task.checkCancellation()
        note(reply, effects, tell)
        return effects
    }

    /// Reports the reason for a pause.
    private func note(
        _ reply: MonicaReply, _ effects: [MonicaEffect], _ tell: (CallSyncEvent) -> Void
    ) {
        guard case .paused(let until) = device.session.phase else { return }
        let pause = until > clock.monotonic ? until - clock.monotonic : 0
        if case .throttled = reply.answer.body { return tell(.throttled(milliseconds: pause)) }
        report.failures += 1
        report.lastError = reply.errorMessage ?? "an unexpected response"
        tell(.retrying(report.lastError ?? "", milliseconds: pause))
    }

    /// Runs one step of the engine and stores its changes, in one transaction.
    private func step(
        _ input: MonicaInput, _ reply: MonicaReply? = nil, to request: MonicaRequest? = nil
    ) async throws -> [MonicaEffect] {
        let moment = SyncMoment(monotonic: clock.monotonic, wall: clock.wall, randomBits: randomBits())
        let (engine, before, ids) = (engine, device, ids)
        let now = Date(milliseconds: moment.wall)
        let outcome = try await storage.syncTransaction { exchange in
            var device = before
            device.state.nextPlace = UInt64(clamping: try exchange.nextOutboxPosition())
            for (id, name) in reply?.contactNames ?? [:] {
                try exchange.insertContactIfNew(id: id, name: name)
            }
            // The engine stores the same offset when it processes the answer.
            let offset = reply?.answer.now.map { $0 &- moment.wall } ?? device.state.offset
            let calls = StoredCalls(exchange: exchange, offset: offset)
            let effects = try engine.step(&device, input, at: moment, in: calls)
            let news = try calls.commit(effects, offset: offset, at: now, ids: ids)
            let state = try JSONEncoder().encode(device.state)
            try exchange.setMark(StateKey.state, to: String(decoding: state, as: UTF8.self))
            return (device: device, effects: effects, news: news)
        }
        device = outcome.device
        switch request?.body {
        case .read?, .list?: report.received += outcome.news
        default: break
        }
        for effect in outcome.effects {
            switch effect {
            case .storeConflictCopy: report.conflicts += 1
            case .skip(let id, let why): report.skipped[id] = why
            default: break
            }
        }
        return outcome.effects
    }
}
