import IlkStore
public import IlkSync
public import IlkSyncStore

/// Syncs the stores of a device with a hub. The service runs the device engine, stores the engine's state in
/// a replica, and sends the engine's requests over a link.
public actor DeviceSyncService {
    /// The report of a sync.
    public struct Report: Hashable, Sendable {
        /// The outcome.
        public var outcome = SyncOutcome.inSync
        /// The number of local writes added to the outbox.
        public var queued = 0
        /// The number of records that the hub stored.
        public var pushed = 0
        /// The number of records received from the hub.
        public var pulled = 0
        /// The number of received changes that were passed to the stores. A deferred record counts again when
        /// it is applied.
        public var received = 0
        /// The number of values that lost a conflict and were kept as conflict copies.
        public var conflictCopies = 0
        /// The number of records that the hub rejected.
        public var rejected = 0
        /// The received records that the stores cannot apply yet, because they lack a label.
        public var deferred = DeferredRecords()
        /// The number of requests sent to the hub.
        public var requests = 0
        /// `true` if the last request found no network or no listening server.
        public var isOffline = false
        /// The message of the last failure, or `nil` if no request failed.
        public var lastError: String?
    }

    private let replica: ReplicaStore
    private let link: any SyncLink
    private let stores: [any SyncedStore]
    private let clock: any SyncClock
    private let maxFailures: Int
    private let randomBits: @Sendable () -> UInt64
    private var report = Report()
    private var tell: @Sendable (Report) -> Void = { _ in }
    /// The stores that may have writes that are not in the outbox yet.
    private var unnoted: ArraySlice<any SyncedStore> = []

    /// The next writes of a store, read while the replica stores the previous ones.
    private var ahead: ReadAhead?

    /// The maximum number of records that one transaction moves from a store to the replica.
    private static let portion = 2000
    /// The maximum number of records that one transaction moves from the replica to a store.
    private static let piece = 1000

    /// A pending read of a store's writes after a mark.
    private struct ReadAhead {
        let store: String
        let mark: String
        let reading: Task<(writes: [LocalWrite], mark: String?), any Error>
    }

    /// Creates a service.
    ///
    /// - Parameters:
    ///   - replica: The device's replica.
    ///   - link: The link to the hub.
    ///   - stores: The stores to sync.
    ///   - maxFailures: The number of consecutive failures after which the sync ends.
    ///   - clock: The clock for pauses and timestamps.
    ///   - randomBits: Returns 64 random bits.
    public init(
        _ replica: ReplicaStore, over link: any SyncLink, stores: [any SyncedStore], maxFailures: Int = 4,
        clock: any SyncClock = SystemSyncClock(),
        randomBits: @escaping @Sendable () -> UInt64 = { UInt64.random(in: .min ... .max) }
    ) {
        self.replica = replica
        self.link = link
        self.stores = stores
        self.maxFailures = maxFailures
        self.clock = clock
        self.randomBits = randomBits
    }

    /// Sends local changes and fetches remote changes once.
    ///
    /// Changes received before an error or a cancellation are applied to the stores by the next sync.
    ///
    /// - Parameter tell: Called with the progress after each step.
    /// - Returns: The report of the sync.
    /// - Throws: `IlkError` if another program is syncing this replica. Also `StoreError`, errors of a store
    ///   and `CancellationError`.
    public func sync(tell: @escaping @Sendable (Report) -> Void = { _ in }) async throws -> Report {
        let held = try SyncLock.acquire(try replica.syncLock(), of: "this device")
        defer { withExtendedLifetime(held) {} }
        let ended: Result<Report, any Error>
        do {
            ended = .success(try await turn(tell))
        } catch {
            ended = .failure(error)
        }
        await forgetAhead()
        return try ended.get()
    }

    private func turn(_ tell: @escaping @Sendable (Report) -> Void) async throws -> Report {
        report = Report()
        self.tell = tell
        unnoted = stores[...]
        try await noteNewReplica()
        var device = try await replica.device(randomBits: randomBits())
        var effects = try await start(&device)
        while true {
            switch ending(effects, device) {
            case .inSync?: effects = try await noteUntilThereIsMore(&device)
            case let ending?: report.outcome = ending
            case nil: break
            }
            if report.outcome != .inSync || effects.contains(.notice(.inSync)) { break }
            effects = try await go(on: &device, effects)
            tell(report)
            try Task.checkCancellation()
        }
        if report.outcome == .inSync { try await applySkippedRecords() }
        while try await tellStores() {}
        try await applyDeferredRecords()
        try await replica.settle()
        return report
    }

    /// The name of the mark that stores the prefix of the collections that the replica was last synced with.
    private static let prefixMark = "prefix"

    /// Starts the device. If the prefix has changed since the last sync, the device reads the feed again from
    /// its start, because it skipped records of the collections with the new prefix.
    private func start(_ device: inout SyncDevice) async throws -> [DeviceEffect] {
        guard let prefix = replica.prefix else { return try await step(&device, [.started]) }
        let known = try await replica.mark(Self.prefixMark)
        guard known != prefix else { return try await step(&device, [.started]) }
        // Replicas of earlier releases have no mark. A first sync reads everything anyway.
        let isChanged =
            (known != nil || stores.contains(where: \.hasFormerCollections)) && !device.state.isFull
        return try await step(
            &device, isChanged ? [.started, .collectionsChanged] : [.started],
            marks: [Self.prefixMark: prefix])
    }

    /// Returns the name of the replica's mark for the writes of a store. The mark is the position up to which
    /// the writes were copied to the outbox.
    ///
    /// - Parameter store: A synced store.
    public static func markName(of store: any SyncedStore) -> String { "noted." + store.name }

    // MARK: The stores

    /// Moves a batch of new writes from the stores to the outbox.
    ///
    /// - Returns: The effects of the engine, or `nil` if there are no new writes.
    private func note(_ device: inout SyncDevice) async throws -> [DeviceEffect]? {
        while let store = unnoted.first {
            let name = Self.markName(of: store)
            let mark = try await replica.mark(name)
            let new = try await writes(of: store, after: mark)
            if let next = new.mark, !new.writes.isEmpty {
                report.queued += new.writes.count
                let effects = try await step(&device, new.writes.map(DeviceInput.write), marks: [name: next])
                readAhead(store, after: next)
                return effects
            }
            // Without a mark, the records received later would count as local changes.
            if mark == nil, let next = new.mark { try await replica.setMark(name, to: next) }
            unnoted.removeFirst()
        }
        return nil
    }

    /// Returns the writes of a store after a mark, using the read-ahead if it starts at this mark.
    private func writes(
        of store: any SyncedStore, after mark: String?
    ) async throws -> (writes: [LocalWrite], mark: String?) {
        if let ahead, ahead.store == store.name, ahead.mark == mark {
            self.ahead = nil
            let read = try await ahead.reading.value
            // Only events can be reused. A metadata record may have changed since it was read ahead.
            if read.writes.allSatisfy({ if case .event = $0 { true } else { false } }) { return read }
        }
        await forgetAhead()
        return try await store.writes(after: mark, limit: Self.portion)
    }

    /// Starts to read the next writes of a store. The replica must have committed the mark first, because the
    /// store may discard the changes before the mark.
    private func readAhead(_ store: any SyncedStore, after mark: String) {
        let reading = Task { try await store.writes(after: mark, limit: Self.portion) }
        ahead = ReadAhead(store: store.name, mark: mark, reading: reading)
    }

    /// Cancels the read-ahead and waits for its task. The writes are read again.
    private func forgetAhead() async {
        guard let reading = ahead?.reading else { return }
        ahead = nil
        reading.cancel()
        _ = await reading.result
    }

    /// Moves new writes to the outbox until there is a request to send.
    ///
    /// - Returns: The effects of the engine, or the notice `inSync` if there is nothing to send.
    private func noteUntilThereIsMore(_ device: inout SyncDevice) async throws -> [DeviceEffect] {
        while let effects = try await note(&device) {
            if effects.contains(where: { if case .send = $0 { true } else { false } }) { return effects }
            tell(report)
            try Task.checkCancellation()
        }
        return [.notice(.inSync)]
    }

    /// Applies a batch of received changes to each store.
    ///
    /// - Returns: `true` if a store or mark changed.
    private func tellStores() async throws -> Bool {
        var isAnything = false
        for store in stores {
            let name = Self.takenMark(of: store)
            let collections = store.collections
            let taken = try await replica.mark(name).flatMap(Int64.init) ?? 0
            var news = try await replica.news(after: taken, limit: Self.piece)
            for turn in 1...(Self.portion / Self.piece) {
                guard let change = news.last?.change else { break }
                let isMore = turn < Self.portion / Self.piece && news.count == Self.piece
                async let following = isMore ? replica.news(after: change, limit: Self.piece) : []
                let ours = news.map(\.what).filter { collections.contains($0.collection) }
                if !ours.isEmpty { try await store.apply(ours) }
                report.received += ours.count
                try await replica.setMark(name, to: String(change))
                isAnything = true
                tell(report)
                try Task.checkCancellation()
                news = try await following
            }
        }
        return isAnything
    }

    /// The mark of the received changes that were passed to a store.
    private static func takenMark(of store: any SyncedStore) -> String { "taken." + store.name }

    // MARK: Deferred records

    /// The mark of a replica without records that an earlier release skipped. Earlier releases skipped
    /// records with unknown labels.
    private static func deferringMark(of store: any SyncedStore) -> String { "deferring." + store.name }

    private func noteNewReplica() async throws {
        for store in stores where store is any DeferringStore {
            guard try await replica.mark(Self.takenMark(of: store)) == nil else { continue }
            try await replica.setMark(Self.deferringMark(of: store), to: "1")
        }
    }

    /// Passes all records of the replica to the stores again, once, if an earlier release skipped some. All
    /// local writes must be in the outbox. Otherwise, records that were erased here would be inserted again.
    private func applySkippedRecords() async throws {
        for store in stores where store is any DeferringStore {
            guard try await replica.mark(Self.deferringMark(of: store)) == nil else { continue }
            try await replica.setMark(Self.takenMark(of: store), to: "0")
            try await replica.setMark(Self.deferringMark(of: store), to: "1")
        }
    }

    /// Applies the deferred records whose labels the stores have now, and counts the others.
    private func applyDeferredRecords() async throws {
        for case let store as any DeferringStore in stores {
            var last: SyncKey?
            while true {
                let keys = try await store.applicableKeys(after: last, limit: Self.piece)
                guard let end = keys.last else { break }
                let records = try await replica.records(of: keys)
                if !records.isEmpty { try await store.apply(records.map { .record($0) }) }
                report.received += records.count
                last = end
                tell(report)
                try Task.checkCancellation()
            }
            let deferred = try await store.deferred()
            report.deferred.count += deferred.count
            report.deferred.labels += deferred.labels
        }
    }

    // MARK: The engine

    private func ending(_ effects: [DeviceEffect], _ device: SyncDevice) -> SyncOutcome? {
        switch device.session.phase {
        case .frozen: return .unauthorized
        case .paused where device.session.failures >= maxFailures: return .unreachable
        default: return effects.contains(.notice(.inSync)) ? .inSync : nil
        }
    }

    private func go(on device: inout SyncDevice, _ effects: [DeviceEffect]) async throws -> [DeviceEffect] {
        let request = effects.reversed().lazy.compactMap { effect -> SyncRequest? in
            if case .send(let request) = effect { request } else { nil }
        }.first
        guard let request else {
            let wakes = effects.compactMap { if case .wake(let moment) = $0 { moment } else { nil } }
            return try await step(&device, [try await pause(until: wakes.last ?? clock.monotonic + 1000)])
        }
        report.requests += 1
        // Overlap the request with local work: stores apply earlier changes while the hub answers.
        async let answered = answer(to: request)
        async let told = tellStores()
        _ = try await note(&device)
        let input: DeviceInput
        switch await answered {
        case .success(let response):
            count(response)
            report.isOffline = false
            input = .answered(response)
        case .failure(let error):
            report.lastError = error.message
            report.isOffline = error.isUnreachable
            input = .failed(request.id, error.failure)
        }
        let effects = try await step(&device, [input])
        _ = try await told
        return effects
    }

    /// The interval for checking whether the hub is reachable again, in milliseconds.
    private static let probing: UInt64 = 1000

    /// Waits until a moment, or until an unreachable hub becomes reachable.
    private func pause(until moment: UInt64) async throws -> DeviceInput {
        while report.isOffline, clock.monotonic + Self.probing < moment {
            try await clock.sleep(until: clock.monotonic + Self.probing)
            guard await link.isReachable() else { continue }
            report.isOffline = false
            return .networkBack
        }
        try await clock.sleep(until: moment)
        return .tick
    }

    private func answer(to request: SyncRequest) async -> Result<SyncResponse, SyncLinkError> {
        do throws(SyncLinkError) {
            return .success(try await link.answer(to: request))
        } catch {
            return .failure(error)
        }
    }

    private func count(_ response: SyncResponse) {
        switch response.body {
        case .pushed(let results):
            report.pushed += results.count {
                switch $0 {
                case .stored, .storedAsIs: true
                case .conflict, .ahead, .rejected: false
                }
            }
        case .page(let page): report.pulled += page.entries.count
        case .welcome, .refused: break
        }
    }

    /// Passes inputs to the engine and stores the resulting changes in one transaction.
    private func step(
        _ device: inout SyncDevice, _ inputs: [DeviceInput], marks: [String: String] = [:]
    ) async throws -> [DeviceEffect] {
        let moment = SyncMoment(monotonic: clock.monotonic, wall: clock.wall, randomBits: randomBits())
        let outcome = try await replica.step(device, inputs, at: moment, marks: marks)
        device = outcome.device
        for case .notice(let notice) in outcome.effects {
            switch notice {
            case .keptConflictCopy: report.conflictCopies += 1
            case .rejected: report.rejected += 1
            default: break
            }
        }
        return outcome.effects
    }
}
