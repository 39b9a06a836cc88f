import IlkSync
import TestSupport
import Testing

@Suite("sync wire format") struct WireTests {
    private static func record(_ dice: inout SeededGenerator) -> SyncRecord {
        var vector = VersionVector()
        for _ in 0..<dice.below(4) {
            vector.insert(Incarnation(dice.next()), UInt32(truncatingIfNeeded: dice.next()))
        }
        let names = ["", "taps", "профили", String(repeating: "x", count: 255)]
        return SyncRecord(
            key: SyncKey(high: dice.next(), low: dice.next()),
            kind: RecordKind.allCases[dice.below(RecordKind.allCases.count)],
            collection: names[dice.below(names.count)],
            stamp: Stamp(
                time: HybridTime(bits: dice.next()), device: DeviceID(dice.next()),
                incarnation: Incarnation(dice.next())), vector: vector,
            payload: dice.below(4) == 0
                ? nil : (0..<dice.below(40)).map { _ in UInt8(truncatingIfNeeded: dice.next()) })
    }

    private static func request(_ dice: inout SeededGenerator) -> SyncRequest {
        let body: SyncRequest.Body
        switch dice.below(3) {
        case 0: body = .hello(predecessors: (0..<dice.below(5)).map { _ in Incarnation(dice.next()) })
        case 1:
            body = .push(
                (0..<dice.below(5)).map { _ in
                    PushedItem(
                        record: record(&dice), seen: dice.below(2) == 0 ? nil : dice.next(),
                        floor: HybridTime(bits: dice.next()))
                })
        default: body = .pull(limit: dice.below(1000))
        }
        return SyncRequest(
            id: RequestID(incarnation: Incarnation(dice.next()), number: dice.next()),
            device: DeviceID(dice.next()), epoch: dice.next(), cursor: dice.next(), horizon: dice.next(),
            isFull: dice.below(2) == 0, body: body)
    }

    private static func response(_ dice: inout SeededGenerator) -> SyncResponse {
        func entry() -> FeedEntry { FeedEntry(sequence: dice.next(), record: record(&dice)) }
        let body: SyncResponse.Body
        switch dice.below(4) {
        case 0:
            body = .welcome(
                lineage: (0..<dice.below(5)).map { _ in EpochStart(epoch: dice.next(), head: dice.next()) })
        case 1:
            body = .pushed(
                (0..<dice.below(6)).map { _ in
                    switch dice.below(5) {
                    case 4: .storedAsIs(sequence: dice.next())
                    case 0: .stored(sequence: dice.next())
                    case 1: .conflict(entry())
                    case 2: .ahead(HybridTime(bits: dice.next()))
                    default: .rejected(ItemRejection.allCases[dice.below(ItemRejection.allCases.count)])
                    }
                })
        case 2:
            body = .page(
                SyncPage(
                    entries: (0..<dice.below(5)).map { _ in entry() }, next: dice.next(),
                    isMore: dice.below(2) == 0, horizon: dice.next()))
        default:
            let refusals: [HubRefusal] = [
                .identityTaken, .unknownIncarnation, .otherEpoch, .behindTombstoneHorizon, .tooLarge,
            ]
            body = .refused(refusals[dice.below(refusals.count)])
        }
        return SyncResponse(
            id: RequestID(incarnation: Incarnation(dice.next()), number: dice.next()),
            now: Int64(bitPattern: dice.next()), body: body)
    }

    @Test func `messages and records survive a round trip`() throws {
        var dice = SeededGenerator(seed: 1)
        for _ in 0..<2000 {
            let request = Self.request(&dice)
            #expect(try SyncWire.request(SyncWire.bytes(request)) == request)
            let response = Self.response(&dice)
            #expect(try SyncWire.response(SyncWire.bytes(response)) == response)
            let record = Self.record(&dice)
            #expect(try record.bytes.withUnsafeBytes { try SyncRecord(bytes: $0) } == record)
        }
    }

    @Test func `a vector joined beyond its capacity survives a round trip, and the next edit shortens it`()
        throws
    {
        var dice = SeededGenerator(seed: 4)
        var (mine, other) = (Self.record(&dice), Self.record(&dice))
        for _ in 0..<VersionVector.capacity {
            mine.vector.insert(Incarnation(dice.next()), 1)
            other.vector.insert(Incarnation(dice.next()), 1)
        }
        mine.vector = mine.vector.joined(with: other.vector)
        #expect(mine.vector.dots.count == 2 * VersionVector.capacity)
        #expect(try mine.bytes.withUnsafeBytes { try SyncRecord(bytes: $0) } == mine)
        mine.vector.insert(Incarnation(5), 1)
        #expect(mine.vector.dots.count == VersionVector.capacity)
        #expect(mine.vector.dots.contains { $0.incarnation == Incarnation(5) })
    }

    @Test func `a truncated, extended or misdirected message is rejected`() {
        var dice = SeededGenerator(seed: 2)
        for _ in 0..<40 {
            let request = SyncWire.bytes(Self.request(&dice))
            let response = SyncWire.bytes(Self.response(&dice))
            for count in request.indices {
                #expect(throws: WireFault.self) { try SyncWire.request(Array(request.prefix(count))) }
            }
            for count in response.indices {
                #expect(throws: WireFault.self) { try SyncWire.response(Array(response.prefix(count))) }
            }
            #expect(throws: WireFault.self) { try SyncWire.request(request + [0]) }
            #expect(throws: WireFault.self) { try SyncWire.response(response + [0]) }
            #expect(throws: WireFault.self) { try SyncWire.request(response) }
        }
    }

    /// Each flipped bit yields an error or another valid message with the same encoding.
    @Test func `every decodable message has exactly one encoding`() {
        var dice = SeededGenerator(seed: 3)
        for _ in 0..<60 {
            let bytes = SyncWire.bytes(Self.request(&dice))
            for bit in 0..<bytes.count * 8 {
                var other = bytes
                other[bit / 8] ^= 1 << UInt8(bit % 8)
                guard let request = try? SyncWire.request(other) else { continue }  // Rejected, as allowed.
                #expect(SyncWire.bytes(request) == other)
            }
        }
    }

    @Test func `an impossible element count is rejected before memory is allocated`() {
        // A push that claims four billion items in sixty bytes.
        let some = SyncRequest(
            id: RequestID(incarnation: Incarnation(1), number: 1), device: DeviceID(1), epoch: 1, cursor: 0,
            horizon: 0, isFull: false, body: .push([]))
        var bytes = SyncWire.bytes(some)
        bytes.replaceSubrange((bytes.count - 4)..., with: [0xFF, 0xFF, 0xFF, 0xFF])
        let fault = #expect(throws: WireFault.self) { try SyncWire.request(bytes) }
        #expect(fault?.reason == .cutOff && fault?.offset == bytes.count)
    }
}
