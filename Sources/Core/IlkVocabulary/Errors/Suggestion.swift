/// Finds what was probably meant.
public enum Suggestion {
    /// The nearest candidate by edits, the first of equals; nil when more than a third would have to change.
    ///
    /// Of names the first 64 bytes count; case does not.
    ///
    /// - Complexity: Linear in the number of candidates, for each at most quadratic in those bytes.
    public static func nearest(to name: String, among candidates: some Sequence<String>) -> String? {
        let wanted = Array(name.lowercased().utf8.prefix(64))
        guard !wanted.isEmpty else { return nil }
        let limit = max(1, wanted.count / 3)
        var best: (name: String, distance: Int)?
        for candidate in candidates {
            let bytes = Array(candidate.lowercased().utf8.prefix(64))
            guard abs(bytes.count - wanted.count) <= limit else { continue }
            let distance = distance(wanted, bytes)
            if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
        }
        return best?.name
    }

    /// How many bytes must be put in, left out, replaced or swapped with a neighbour (Damerau 1964, restricted).
    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var before = [Int](repeating: 0, count: right.count + 1)
        var last = Array(0...right.count)
        for i in left.indices {
            var row = [i + 1]
            row.reserveCapacity(right.count + 1)
            for j in right.indices {
                let change = last[j] + (left[i] == right[j] ? 0 : 1)
                var cost = min(change, last[j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
                    cost = min(cost, before[j - 1] + 1)
                }
                row.append(cost)
            }
            before = last
            last = row
        }
        return last[right.count]
    }
}
