import TestSupport
import Testing

@testable import IlkTraining
@testable import IlkLearning
@testable import IlkModels
import IlkVocabulary

@Suite("Counts of rules") struct RuleCountsTests {
    private typealias Key = RuleCounts.Key

    private struct Text {
        var hits: [RuleCounts.Key]
        var category: Int
        var weight: Int
    }

    private static let keys = (0..<6).map { RuleCounts.Key(id: "rule\($0)", content: UInt64($0) << 60 | 7) }
    private static let categories = 3

    private static func texts(_ count: Int, _ dice: inout SeededGenerator) -> [Text] {
        (0..<count).map { _ in
            Text(
                hits: keys.filter { _ in Int.random(in: 0..<3, using: &dice) == 0 },
                category: Int.random(in: 0..<categories, using: &dice),
                weight: Int.random(in: 1...200_000, using: &dice))
        }
    }

    private static func counts(_ texts: [Text]) -> RuleCounts {
        texts.reduce(into: RuleCounts(keys, categories: categories)) {
            $0.add($1.hits, category: $1.category, weight: $1.weight)
        }
    }

    @Test func `the order of additions and removals does not change the bytes`() {
        var dice = SeededGenerator(seed: 12)
        for round in 0..<500 {
            let (first, second) = (
                Self.texts(Int.random(in: 0..<12, using: &dice), &dice), Self.texts(5, &dice)
            )
            let both = RuleCountsFile.write(Self.counts(first + second))
            #expect(RuleCountsFile.write(Self.counts((first + second).shuffled(using: &dice))) == both)
            var counts = Self.counts(first + second)
            for text in second.shuffled(using: &dice) {
                counts.remove(text.hits, category: text.category, weight: text.weight)
            }
            #expect(
                RuleCountsFile.write(counts) == RuleCountsFile.write(Self.counts(first)),
                "seed 12, round \(round)")
        }
    }

    @Test func `overlaps do not change when texts are added and removed`() throws {
        var dice = SeededGenerator(seed: 2)
        var counts = Self.counts(Self.texts(80, &dice))
        counts.setOverlap(of: Self.keys[0], authored: [2, 0, -1], fitted: [0.5, 0, -0.25])
        let before = counts
        let more = Self.texts(30, &dice)
        for text in more { counts.add(text.hits, category: text.category, weight: text.weight) }
        #expect(
            counts.weights(of: Self.keys[0], authored: [2, 0, -1])
                != before.weights(of: Self.keys[0], authored: [2, 0, -1]))
        for text in more { counts.remove(text.hits, category: text.category, weight: text.weight) }
        #expect(counts == before)
    }

    @Test func `fitted weights are restored up to rounding`() throws {
        var dice = SeededGenerator(seed: 3)
        var counts = Self.counts(Self.texts(200, &dice))
        counts.setOverlap(of: Self.keys[1], authored: [2, 0, -1], fitted: [0.5, 0, -0.25])
        let weights = try #require(counts.weights(of: Self.keys[1], authored: [2, 0, -1]))
        #expect(zip(weights, [0.5, 0, -0.25]).allSatisfy { abs($0 - $1) <= 0.0005 + 1e-12 }, "\(weights)")
    }

    @Test func `a rule without matches keeps its authored weight, and an unknown one has none`() {
        let counts = RuleCounts(Self.keys, categories: 3)
        #expect(counts.weights(of: Self.keys[0], authored: [2.5, 0, -20]) == [2.5, 0, -20])
        #expect(counts.weights(of: Key(id: "rule0", content: 8), authored: [2.5, 0, -20]) == nil)
        #expect(counts.weights(of: Key(id: "other", content: 7), authored: [2.5, 0, -20]) == nil)
    }

    @Test(arguments: [1, 2, 4]) func `weights are finite for any counts`(categories: Int) {
        let key = Self.keys[0]
        for textWeight in [1, 1 << 40] {
            var counts = RuleCounts([key], categories: categories)
            for _ in 0..<3 { counts.add([key], category: categories - 1, weight: textWeight) }
            for weight in [-20.0, -1e-9, 0, 1e-9, 20] {
                let authored = [Double](repeating: weight, count: categories)
                let weights = counts.weights(of: key, authored: authored) ?? []
                #expect(weights.count == categories && weights.allSatisfy { abs($0) <= 20 }, "\(weights)")
            }
        }
    }

    @Test func `counts survive writing and reading, and every truncation is an error`() throws {
        var dice = SeededGenerator(seed: 4)
        var counts = Self.counts(Self.texts(50, &dice))
        counts.setOverlap(of: Self.keys[2], authored: [1, -1, 2], fitted: [-3, 7, 0.0004])
        let bytes = RuleCountsFile.write(counts)
        let read = try RuleCountsFile.read(ModelStorage(copying: bytes), 0..<bytes.count, categories: 3)
        #expect(read == counts)
        for count in 0..<bytes.count {
            let part = ModelStorage(copying: Array(bytes.prefix(count)))
            #expect(throws: FormatError.self) {
                _ = try RuleCountsFile.read(part, 0..<count, categories: 3)
            }
        }
    }

    @Test func `changed bytes give counts or an error`() {
        var dice = SeededGenerator(seed: 5)
        let bytes = RuleCountsFile.write(Self.counts(Self.texts(20, &dice)))
        for place in bytes.indices {
            for bit in 0..<8 {
                var changed = bytes
                changed[place] ^= 1 << UInt8(bit)
                let storage = ModelStorage(copying: changed)
                do throws(FormatError) {
                    let read = try RuleCountsFile.read(storage, 0..<changed.count, categories: 3)
                    for key in read.keys {
                        let weights = read.weights(of: key, authored: [1, -1, 0]) ?? []
                        let areNumbers = weights.allSatisfy { $0.isFinite }
                        #expect(areNumbers)
                    }
                } catch {
                    #expect(error.code == .malformed)
                }
            }
        }
    }
}
