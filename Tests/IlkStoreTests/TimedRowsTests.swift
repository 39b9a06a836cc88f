import IlkStore
import Testing

@Suite struct TimedRowsTests {
    @Test(
        arguments: [
            (0, 0...255), (1, 256...511), (-1, -256 ... -1), (1_000_000, 256_000_000...256_000_255),
        ] as [(Int64, ClosedRange<Int64>)])
    func `a time has a range of row ids and the ranges are in the order of times`(
        time: Int64, rows: ClosedRange<Int64>
    ) {
        #expect(TimeOrderedRowIDs(placeBits: 8).rows(of: time) == rows)
        #expect(TimeOrderedRowIDs(placeBits: 8).first(of: time) == rows.lowerBound)
    }

    @Test(arguments: [1, 20, 62] as [Int64])
    func `a time out of range is clamped to the nearest representable time`(bits: Int64) {
        let all = TimeOrderedRowIDs(placeBits: bits)
        #expect(all.rows(of: .min) == all.rows(of: all.times.lowerBound))
        #expect(all.rows(of: .max) == all.rows(of: all.times.upperBound))
        #expect(all.first(of: .min) == .min)
        #expect(all.rows(of: .max).upperBound < .max)
    }

    @Test func `a free row id follows the last one of its time until none is left`() {
        let rows = TimeOrderedRowIDs(placeBits: 1)
        var asked: [ClosedRange<Int64>] = []
        let first = rows.free(for: 5) { numbers in
            asked.append(numbers)
            return nil
        }
        #expect(first == 10 && asked == [10...11])
        #expect(rows.free(for: 5) { _ in 10 } == 11)
        #expect(rows.free(for: 5) { _ in 11 } == nil)
    }
}
