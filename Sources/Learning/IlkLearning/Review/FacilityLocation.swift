/// A selection of distinct elements that represent all elements well. Its objective, facility location, is a
/// submodular function, so the greedy result is at least 63 % of the maximum (G. Nemhauser, L. Wolsey and M.
/// Fisher, 1978).
struct FacilityLocation {
    /// The similarities of the elements, 0 … 1, as a symmetric matrix.
    let similarities: [Float]
    /// The weight of each element.
    let weights: [Double]
    /// The largest similarity of each element to a chosen element.
    private(set) var cover: [Float]

    private var count: Int { weights.count }

    /// - Parameters:
    ///   - similarities: The similarities of the elements, as a symmetric matrix.
    ///   - weights: The weight of each element, at least 0.
    ///   - cover: The largest similarity of each element to an element chosen before.
    init(similarities: [Float], weights: [Double], cover: [Float]) {
        precondition(
            similarities.count == weights.count * weights.count, "a row and a column for each weight")
        precondition(cover.count == weights.count, "a cover for each weight")
        self.similarities = similarities
        self.weights = weights
        self.cover = cover
    }

    /// Chooses elements. Each step chooses the element that adds most to the weighted sum of ``cover``, or
    /// the first one if several elements add equally much.
    ///
    /// The gain of an element never grows, so each step recomputes a gain only if its last value is the
    /// largest (M. Minoux, "Accelerated greedy algorithms for maximizing submodular set functions", 1978).
    ///
    /// - Parameter limit: The maximum number of elements.
    /// - Returns: The indices of the elements, in the order of choice.
    /// - Complexity: O(*n*²) for *n* elements, and O(*n*) for each further evaluation.
    mutating func choose(_ limit: Int) -> [Int] {
        var gains = (0..<count).map(gain)
        var round = [Int](repeating: 0, count: count)
        var chosen: [Int] = []
        while chosen.count < min(limit, count) {
            var best = 0
            for place in 1..<max(1, count) where gains[place] > gains[best] { best = place }
            if round[best] < chosen.count {
                gains[best] = gain(best)
                round[best] = chosen.count
                continue
            }
            chosen.append(best)
            gains[best] = -.infinity
            let row = best * count
            for place in 0..<count { cover[place] = max(cover[place], similarities[row + place]) }
        }
        return chosen
    }

    private func gain(_ element: Int) -> Double {
        similarities.withUnsafeBufferPointer { similarities in
            var sum = 0.0
            let row = element * count
            for place in 0..<count {
                let more = similarities[row + place] - cover[place]
                if more > 0 { sum += weights[place] * Double(more) }
            }
            return sum
        }
    }
}
