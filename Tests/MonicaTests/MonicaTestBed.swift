import Foundation
import IlkCalls
import IlkStore
import IlkSync
import IlkSyncStore
import IlkTransport
import IlkVocabulary
import Synchronization
import SyncTestSupport
import TestSupport
import Testing

@testable import Monica

/// Passes requests to the stand-in server within the process. Each takes 50 ms of the virtual clock.
final class StandInClient: WebClient {
    let monica: FakeMonica
    let clock: VirtualClock
    private let number = Atomic<Int>(0)
    /// The number of the request after which the process ends: Monica has executed it, but nothing is stored
    /// here.
    private let end: Int?

    init(_ monica: FakeMonica, _ clock: VirtualClock, endingAt end: Int? = nil) {
        self.monica = monica
        self.clock = clock
        self.end = end
    }

    func send(_ request: WebRequest) async throws(WebFailure) -> WebReply {
        clock.pass(25)
        let headers = Dictionary(
            request.headers.map { ($0.name.lowercased(), $0.value) }, uniquingKeysWith: { first, _ in first })
        let target = String(request.url.drop { $0 != "/" }.dropFirst(2).drop { $0 != "/" })
        let reply = monica.answer(
            LoopbackRequest(
                method: request.method.rawValue, target: target, headers: headers, body: request.body ?? []),
            at: clock.truth)
        clock.pass(25)
        if number.add(1, ordering: .relaxed).newValue == end { withUnsafeCurrentTask { $0?.cancel() } }
        if reply.isDropped { throw WebFailure(.broken, "Empty reply from server") }
        if reply.drip != nil {
            clock.pass(30_000)
            throw WebFailure(.late)
        }
        if reply.body.count > 4 << 20 { throw WebFailure(.tooLarge) }
        return WebReply(status: reply.status, headers: reply.headers, body: reply.body)
    }
}

/// A shared source of random bits.
final class RandomBits: Sendable {
    private let generator: Mutex<SeededGenerator>

    init(_ generator: SeededGenerator) { self.generator = Mutex(generator) }

    func throwOne() -> UInt64 { generator.withLock { $0.next() } }
}

/// A device with its calls.
struct SyncDevice {
    let storage: CallLogStorage
    let room: MonicaTestBed

    /// Syncs once, like a new process.
    @discardableResult
    func sync(
        isFullRead: Bool = false, resetting: Bool = false, token: String = "secret", maxFailures: Int = 8,
        endingAt end: Int? = nil, at server: String = "https://monica.example",
        tell: @Sendable (CallSyncEvent) -> Void = { _ in }
    ) async throws -> CallSyncReport {
        let clock = room.clock
        let address = try #require(WebAddress(server))
        let transport = SyncTransport(
            to: address, token: token, client: StandInClient(room.monica, clock, endingAt: end),
            ids: RecordIDSource(clock: { clock.date }, random: room.random()))
        let dice = RandomBits(room.random())
        let service = CallLogSyncService(
            storage, with: CallLogAPIService(transport, as: room.records, pageSize: room.pageSize),
            maxFailures: maxFailures, clock: clock,
            ids: RecordIDSource(clock: { clock.date }, random: room.random()),
            randomBits: { dice.throwOne() })
        return try await service.sync(isFullRead: isFullRead, resetting: resetting, tell: tell)
    }

    @discardableResult
    func add(
        _ notes: String? = nil, minutes: Int? = nil, _ emotion: EmotionalState? = nil,
        with name: String = "Sarah",
        at date: Date? = nil
    ) async throws -> CallLogEntity {
        let contact = try await storage.contact(creatingNamed: name).contact
        return try await storage.saveCallLog(
            CallDraft(
                contactId: contact.id, calledAt: date ?? room.clock.date, duration: minutes,
                emotionalState: emotion, notes: notes))
    }

    func edit(_ key: RecordID, _ notes: String) async throws {
        room.clock.pass(1500)
        try await storage.updateCallLogs([.id(key)]) { $0.notes = notes }
    }

    /// All calls that are not deleted, newest first.
    func calls() async throws -> [CallLogEntity] { try await storage.fetchCallLogs(limit: 100_000) }

    /// The notes of these calls, sorted.
    func notes() async throws -> [String] { try await calls().map { $0.notes ?? "" }.sorted() }
}

/// A stand-in for Monica, a virtual clock, and the devices that sync with it.
struct MonicaTestBed {
    let records: CallLogAPIService.Records
    let clock = VirtualClock()
    let monica = FakeMonica()
    /// The number of records per page.
    let pageSize: Int
    private let seeds = Counter()

    private final class Counter: Sendable {
        private let count = Atomic<UInt64>(0)
        func next() -> UInt64 { count.add(1, ordering: .relaxed).newValue }
    }

    /// Creates a Monica that has the contacts Sarah and Ben and no rate limit.
    init(_ records: CallLogAPIService.Records, pageSize: Int = 100) {
        self.records = records
        self.pageSize = pageSize
        monica.setLimit(nil)
        monica.addContact("Sarah", at: clock.second - 100)
        monica.addContact("Ben", at: clock.second - 100)
    }

    /// Creates a device with one synced call.
    func device(with notes: String) async throws -> SyncDevice {
        let device = try device()
        try await device.add(notes)
        try await device.sync()
        return device
    }

    /// Creates two devices with one synced call that each has edited without knowing of the other edit.
    func parted(
        _ notes: String, _ mine: String, _ others: String
    ) async throws -> (one: SyncDevice, other: SyncDevice) {
        let (one, other, call) = try await pair(notes)
        try await one.edit(call.key, mine)
        try await other.edit(call.key, others)
        return (one, other)
    }

    /// Creates two devices with one synced call.
    func pair(
        _ notes: String
    ) async throws -> (one: SyncDevice, other: SyncDevice, call: CallLogEntity) {
        let (one, other) = (try device(), try device())
        let call = try await one.add(notes)
        try await one.sync()
        try await other.sync()
        return (one, other, call)
    }

    var isCall: Bool { records == .calls }

    /// Monica's id of the contact.
    static let sarah = 100

    func random() -> SeededGenerator { SeededGenerator(seed: 7 &+ seeds.next() &* 0x9E37_79B9) }

    func device(_ location: StoreLocation = .memory) throws -> SyncDevice {
        let clock = clock
        return SyncDevice(
            storage: try CallLogStorage.open(
                location, ids: RecordIDSource(clock: { clock.date }, random: random())), room: self)
    }

    /// The records in Monica.
    func there() -> [FakeMonica.Record] { monica.records(isCall: isCall) }

    /// Creates a call in Monica's web pages.
    @discardableResult
    func addThere(_ text: String) -> Int {
        if !isCall { monica.addType("Phone call") }
        return monica.addRecord(
            isCall: isCall, contact: Self.sarah, text: text, at: clock.second, type: "Phone call")
    }

    /// Edits the notes in Monica's web pages and preserves the trailer.
    func editThere(_ id: Int, _ notes: String) {
        clock.pass(2000)
        monica.edit(isCall: isCall, id, at: clock.second) { text in
            if isCall { return CallTrailer.parse(text).trailer?.appended(to: notes) ?? notes }
            let json = try? JSONSerialization.jsonObject(with: Data(text.utf8))  // Else it is notes.
            guard var said = json as? [String: Any] else { return notes }
            said["notes"] = notes
            let data = try? JSONSerialization.data(withJSONObject: said)  // It was JSON before.
            return String(decoding: data ?? Data(), as: UTF8.self)
        }
    }

    /// The notes of all records in Monica, without trailers.
    func notesThere() -> [String] {
        there().map { record in
            if isCall { return CallTrailer.parse(record.text).notes }
            let json = try? JSONSerialization.jsonObject(with: Data(record.text.utf8))  // Else it is notes.
            return (json as? [String: Any])?["notes"] as? String ?? record.text
        }.sorted()
    }

    func removeThere(_ id: Int) { monica.remove(isCall: isCall, id) }
}
