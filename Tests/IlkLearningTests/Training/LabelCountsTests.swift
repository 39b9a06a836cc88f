import IlkModels
import ModelTestSupport
import TestSupport
import Testing

@testable import IlkTraining

/// The counts of features by category, and the lists of numbers of counted texts.
@Suite struct `Counts in little memory` {
    /// Taxonomies with one page for a row, with several, and with a last page that is not full.
    @Test(arguments: [1, 2, 6, 8, 9, 16, 77])
    func `counts equal those of a dictionary`(categories: Int) throws {
        var generator = SeededGenerator(seed: UInt64(categories))
        var counts = LabelCounts(categories: categories)
        var expected: [[Int64]] = []
        for _ in 0..<20 {
            counts.appendRow()
            expected.append([Int64](repeating: 0, count: categories))
        }
        for _ in 0..<4_000 {
            let category = Int.random(in: 0..<categories, using: &generator)
            let share = Int64.random(in: -5...5, using: &generator)
            // Low rows get counts of many categories, high rows of few.
            let rows = (0..<3).map { _ in Int32.random(in: 0..<20, using: &generator) }
                .filter { Int($0) < 10 || category < 2 }
            if Bool.random(using: &generator) {
                counts.add(share, to: rows, category: category)
            } else {
                for row in rows { counts.add(share, row: Int(row), category: category) }
            }
            for row in rows { expected[Int(row)][category] += share }
        }
        for (row, wanted) in expected.enumerated() {
            #expect(counts.counts(of: row) == wanted)
            var read = [Double](repeating: 1, count: categories)
            let sum = try read.withUnsafeMutableBufferPointer { numbers in
                let numbers = try #require(numbers.baseAddress)
                return counts.withReader { $0.read(row: row, into: numbers) }
            }
            #expect(read == wanted.map(Double.init))
            #expect(sum == Double(wanted.reduce(0, +)))
            var doubled = [Double](repeating: 1, count: categories)
            _ = try doubled.withUnsafeMutableBufferPointer { numbers in
                let numbers = try #require(numbers.baseAddress)
                return counts.withReader { $0.read(row: row, into: numbers, adding: true) }
            }
            #expect(doubled == wanted.map { Double($0) + 1 })
        }
        for row in expected.indices { counts.mapRow(row) { $1 * 2 } }
        #expect(expected.indices.map { counts.counts(of: $0) } == expected.map { $0.map { $0 * 2 } })
    }

    @Test(arguments: [1, 6, 9]) func `a count can be larger than a row has bits for`(categories: Int) {
        let last = categories - 1
        var counts = LabelCounts(categories: categories)
        for large in [Int64(1) << 43 - 1, 1 << 43, -1 << 43, -1 << 44, 1 << 61] {
            counts.appendRow()
            let row = counts.count - 1
            counts.add(1, to: [Int32(row)], category: last)
            counts.add(large - 1, to: [Int32(row)], category: last)
            var expected = [Int64](repeating: 0, count: categories)
            expected[last] = large
            #expect(counts.counts(of: row) == expected)
            counts.add(-large, row: row, category: last)
            #expect(counts.counts(of: row)[last] == 0)
        }
        counts.appendRow()
        counts.add(7, row: counts.count - 1, category: last)
        counts.mapRow(counts.count - 1) { $1 << 50 }
        #expect(counts.counts(of: counts.count - 1)[last] == 7 << 50)
    }

    @Test(
        arguments: [
            [], [0], [5, 4, 3, 2_147_483_647, 0, -1, 7], Array(1_000..<1_300), [Int32.max, Int32.min, 0],
        ] as [[Int32]])
    func `packed numbers are read back`(numbers: [Int32]) throws {
        var bytes: [UInt8] = [9]
        PackedNumbers.append(numbers, to: &bytes)
        let read = try [Int32](unsafeUninitializedCapacity: bytes.count) { read, count in
            let start = try #require(read.baseAddress)
            count = bytes.withUnsafeBufferPointer {
                PackedNumbers.read(UnsafeBufferPointer(rebasing: $0[1...]), to: start)
            }
        }
        #expect(read == numbers)
    }

    @Test func `the rows of spans are read in order, also after a merge`() {
        var spans = SpanRows()
        #expect(spans.insert(7, [3, 4, 5]) == 0)
        #expect(spans.insert(8, []) == 1)
        #expect(spans.insert(9, [100, 2]) == 2)
        #expect(spans.number(of: 9) == 2)
        #expect(spans.number(of: 10) == nil)
        #expect(spans.rows(of: [2, 0, 1, 2]) == [100, 2, 3, 4, 5, 100, 2])
        var other = SpanRows()
        _ = other.insert(11, [1, 0])
        _ = other.insert(7, [0])
        #expect(spans.merge(other, [20, 21]) == [3, 0])
        #expect(spans.rows(of: [3]) == [21, 20])
    }

    @Test func `a text counts once for each of its features, however many texts there are`() throws {
        // An n-gram such as `ta` occurs twice in the same span.
        let examples = (0..<40_000).map { ModelFixture.Example(text: "tata tata tide", category: $0 % 2) }
        let counts = try ModelFixture.counted(
            examples, categories: 2, featureGroups: [.unigrams, .wordNgrams]
        )
        .counts
        #expect(counts.featureCount > 20)
        #expect(counts.frequency.allSatisfy { $0 == 40_000 })
    }
}
