import Testing

@testable import IlkLearning

@Suite struct FacilityLocationTests {
    /// Chooses as ``FacilityLocation/choose(_:)`` defines it: all gains are evaluated for each element.
    private static func plain(
        _ similarities: [Float], _ weights: [Double], _ cover: [Float], _ limit: Int
    ) -> [Int] {
        let count = weights.count
        var (cover, chosen) = (cover, [Int]())
        for _ in 0..<min(limit, count) {
            var (best, most) = (-1, -1.0)
            for element in 0..<count where !chosen.contains(element) {
                var gain = 0.0
                for place in 0..<count {
                    gain +=
                        weights[place] * Double(max(0, similarities[element * count + place] - cover[place]))
                }
                if gain > most { (best, most) = (element, gain) }
            }
            chosen.append(best)
            for place in 0..<count { cover[place] = max(cover[place], similarities[best * count + place]) }
        }
        return chosen
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func `the lazy choice is the plain one`(seed: UInt64) {
        var numbers = SeededSplitMix64(seed: seed)
        let count = 24
        // Few values, so that gains are often equal.
        func value() -> Float { Float(numbers.index(below: 5)) / 4 }
        var similarities = [Float](repeating: 1, count: count * count)
        for row in 0..<count {
            for column in 0..<row {
                let similarity = value()
                similarities[row * count + column] = similarity
                similarities[column * count + row] = similarity
            }
        }
        let weights = (0..<count).map { _ in Double(value()) }
        let cover = (0..<count).map { _ in min(0.5, value()) }
        for limit in [0, 1, 7, count, count + 1] {
            var facilities = FacilityLocation(similarities: similarities, weights: weights, cover: cover)
            #expect(facilities.choose(limit) == Self.plain(similarities, weights, cover, limit), "\(limit)")
        }
    }

    @Test func `the element that covers most comes first, and of equal ones the first`() {
        let similarities: [Float] = [
            1, 0.9, 0, 0,
            0.9, 1, 0.5, 0,
            0, 0.5, 1, 0,
            0, 0, 0, 1,
        ]
        func choose(_ weights: [Double], _ cover: [Float] = [0, 0, 0, 0]) -> [Int] {
            var facilities = FacilityLocation(similarities: similarities, weights: weights, cover: cover)
            return facilities.choose(4)
        }
        #expect(choose([1, 1, 1, 1]) == [1, 3, 2, 0])
        #expect(choose([1, 1, 1, 9]).first == 3, "weight counts")
        #expect(choose([1, 1, 1, 1], [0.9, 1, 0.5, 0]) == [3, 2, 0, 1], "covered elements come later")
        #expect(choose([0, 0, 0, 0]) == [0, 1, 2, 3])
        var none = FacilityLocation(similarities: [], weights: [], cover: [])
        #expect(none.choose(3).isEmpty)
    }
}
