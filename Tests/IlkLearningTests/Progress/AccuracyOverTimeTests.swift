import Testing

@testable import IlkLearning

@Suite("Accuracy over time") struct AccuracyOverTimeTests {
    @Test(arguments: [
        (0, []), (9, []), (10, [10]), (19, [19]), (20, [10, 10]), (25, [12, 13]),
        (99, Array(repeating: 11, count: 9)),
        (200, Array(repeating: 10, count: 20)), (1_000, Array(repeating: 50, count: 20)),
    ])
    func `blocks have at least ten texts and are at most twenty`(texts: Int, sizes: [Int]) {
        let accuracy = AccuracyOverTime(ReviewedText.series(texts) { _ in true })
        #expect(accuracy.blocks.map(\.tally.texts) == sizes)
    }

    @Test func `each block has its own texts, times and correct predictions`() throws {
        let accuracy = AccuracyOverTime(ReviewedText.series(20) { $0 >= 14 || $0 < 3 })
        let blocks = accuracy.blocks
        #expect(blocks.map(\.tally.correct) == [3, 6])
        #expect(blocks.map(\.start) == [0, 10] && blocks.map(\.end) == [9, 19])
        #expect(abs(blocks[0].middle - 4.5) < 1e-9 && abs(blocks[1].middle - 14.5) < 1e-9)
        let interval = blocks[1].tally.accuracy.interval()
        #expect(abs(interval.lower - 0.2624) < 1e-4 && abs(interval.upper - 0.8784) < 1e-4)
    }

    @Test func `halves differ if their intervals do not overlap`() throws {
        #expect(AccuracyOverTime(ReviewedText.series(19) { $0 > 9 }).halves == nil)
        let better = try #require(AccuracyOverTime(ReviewedText.series(41) { $0 >= 20 }).halves)
        #expect(better.older.texts == 20 && better.newer.texts == 21)
        #expect(better.older.correct == 0 && better.newer.correct == 21 && better.differ)
        let equal = try #require(AccuracyOverTime(ReviewedText.series(40) { $0 % 2 == 0 }).halves)
        #expect(!equal.differ)
        let worse = try #require(AccuracyOverTime(ReviewedText.series(40) { $0 < 20 }).halves)
        #expect(worse.differ)
    }
}
