import IlkSync
import IlkVocabulary
import Testing
import TestSupport

@Suite struct `Merging records` {
    private static let merge = RecordMerge.standard

    private func record(_ dice: inout SeededGenerator, _ kind: RecordKind) -> SyncRecord {
        var vector = VersionVector()
        if kind == .metadata {
            for life in 0..<3 where dice.below(2) == 0 {
                vector.insert(Incarnation(UInt64(life)), UInt32(1 + dice.below(3)))
            }
        }
        return SyncRecord(
            key: SyncKey(high: 1, low: 2), kind: kind, collection: "c",
            stamp: Stamp(
                time: HybridTime(bits: UInt64(dice.below(4))), device: DeviceID(UInt64(dice.below(2))),
                incarnation: Incarnation(UInt64(dice.below(2)))),
            vector: vector, payload: dice.below(4) == 0 ? nil : [UInt8(dice.below(3))])
    }

    @Test(arguments: RecordKind.allCases)
    func `the merge is commutative, associative and idempotent`(_ kind: RecordKind) {
        let seed: UInt64 = 20_261_122
        var dice = SeededGenerator(seed: seed)
        func both(_ one: SyncRecord, _ other: SyncRecord) -> SyncRecord {
            Self.merge.merge(one, other).record
        }
        for _ in 0..<3000 {
            let (a, b, c) = (record(&dice, kind), record(&dice, kind), record(&dice, kind))
            #expect(both(a, b) == both(b, a), "seed \(seed)")
            #expect(both(both(a, b), c) == both(a, both(b, c)), "seed \(seed)")
            #expect(both(both(a, b), b) == both(a, b), "seed \(seed)")
        }
    }

    @Test func `a concurrent value that loses is kept, and an overwritten one is not`() {
        func value(_ text: String, _ time: UInt64, _ dots: [(UInt64, UInt32)]) -> SyncRecord {
            var vector = VersionVector()
            for (life, count) in dots { vector.insert(Incarnation(life), count) }
            return SyncRecord(
                key: SyncKey(high: 1, low: 2), kind: .metadata, collection: "profiles",
                stamp: Stamp(
                    time: HybridTime(bits: time), device: DeviceID(1), incarnation: Incarnation(1)),
                vector: vector, payload: Array(text.utf8))
        }
        let first = value("mom", 1, [(1, 1)])
        let later = value("mum", 2, [(1, 1), (2, 1)])
        let beside = value("mama", 3, [(1, 1), (3, 1)])
        #expect(Self.merge.merge(first, later).conflictCopy == nil)
        let outcome = Self.merge.merge(later, beside)
        #expect(outcome.record.payload == Array("mama".utf8))
        #expect(outcome.conflictCopy?.lostValue?.key == later.key)
        #expect(outcome.conflictCopy?.lostValue?.payload == Array("mum".utf8))
        #expect(outcome.conflictCopy == Self.merge.merge(beside, later).conflictCopy)
        #expect(Self.merge.merge(outcome.record, later).conflictCopy == nil)
    }

    @Test func `an erased event stays erased, and of two events with the same key both are kept`() {
        func event(_ payload: [UInt8]?, _ time: UInt64) -> SyncRecord {
            SyncRecord(
                key: SyncKey(high: 5, low: 5), kind: .event, collection: "taps",
                stamp: Stamp(
                    time: HybridTime(bits: time), device: DeviceID(1), incarnation: Incarnation(1)),
                payload: payload)
        }
        #expect(Self.merge.merge(event(nil, 1), event([1], 9)).record.isTombstone)
        let outcome = Self.merge.merge(event([1], 1), event([2], 2))
        #expect(outcome.record.payload == [2])
        #expect(outcome.conflictCopy?.lostValue?.payload == [1])
    }

    @Test func `the key of a record has the same bits as its ID`() throws {
        let id = try #require(RecordID("01890A5D-AC96-774B-BCCE-B302099A8057"))
        #expect(SyncKey(id).high == 0x0189_0A5D_AC96_774B)
        #expect(SyncKey(id).recordID == id)
    }

    @Test func `a version vector is bounded and never includes edits it has not seen`() {
        var vector = VersionVector()
        for life in 0..<100 { vector.insert(Incarnation(UInt64(life)), 1) }
        #expect(vector.dots.count == VersionVector.capacity)
        var stranger = VersionVector()
        stranger.insert(Incarnation(1000), 1)
        #expect(!vector.includes(stranger))
        #expect(vector.joined(with: stranger).includes(stranger))
    }
}

@Suite struct `Hybrid clock` {
    @Test func `the clock only moves forward, whatever the wall clock does`() {
        var clock = HybridClock()
        var last = HybridTime.zero
        for wall: Int64 in [5, 5, 5, 4, 1000, -7, .min, 12, .max, 3] {
            let time = clock.tick(wall: wall)
            #expect(time > last)
            last = time
        }
    }

    @Test func `the hub's time corrects the clock, which moves back only after a rejected stamp`() {
        var clock = HybridClock()
        let year: Int64 = 31_536_000_000
        clock.correct(hub: 1000, wall: 1000 + year)
        #expect(clock.tick(wall: 1001 + year).milliseconds == 1001)
        clock.advance(HybridTime(milliseconds: 9000))
        #expect(clock.tick(wall: 1002 + year) > HybridTime(milliseconds: 9000))
        clock.setBack(to: HybridTime(milliseconds: 2000))
        #expect(clock.tick(wall: 2500 + year).milliseconds == 2500)
    }

    @Test(
        arguments: [
            ([1, 2], [1, 2], .max), ([1], [1, 2], 20), ([], [1], 0), ([1, 3], [1, 2], 20), ([4], [1, 2], 0),
            ([1, 2, 3], [1, 2, 4], 30), ([1, 2], [1], 20),
        ] as [([UInt64], [UInt64], UInt64)])
    func `lineages diverge where one side lost data`(_ mine: [UInt64], _ hub: [UInt64], _ fork: UInt64) {
        // Epoch n starts after the sequence number 10 n, and every third epoch after 30.
        func lineage(_ epochs: [UInt64]) -> [EpochStart] {
            epochs.map { EpochStart(epoch: $0, head: min($0, 3) * 10) }
        }
        #expect(EpochStart.fork(lineage(mine), lineage(hub)) == fork)
    }
}
