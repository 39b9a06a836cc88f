/// Suggestions for a misspelled name.
public enum Suggestion {
    /// Returns the candidate with the smallest edit distance to a name. In a tie, the first candidate wins.
    ///
    /// Only the first 64 UTF-8 bytes of a name are compared, without regard to case.
    ///
    /// - Parameters:
    ///   - name: The misspelled name.
    ///   - candidates: The valid names.
    /// - Returns: `nil` if all candidates are too different. The limit is one edit per three bytes of the
    ///   name, but at least one edit.
    /// - Complexity: O(*n* · *m*²) for *n* candidates and *m* compared bytes per name.
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

    /// Returns a hint that suggests the most similar candidate.
    ///
    /// - Parameters:
    ///   - name: The misspelled name.
    ///   - candidates: The valid names.
    /// - Returns: `nil` if ``nearest(to:among:)`` finds no candidate.
    /// - Complexity: As ``nearest(to:among:)``.
    public static func hint(for name: String, among candidates: some Sequence<String>) -> String? {
        nearest(to: name, among: candidates).map { "did you mean '\($0)'?" }
    }

    /// Returns a hint that lists the first twenty candidates. If a candidate is similar to the name, the hint
    /// first suggests the most similar one.
    ///
    /// - Parameters:
    ///   - name: The misspelled name.
    ///   - candidates: The valid names.
    ///   - title: The words before the list.
    /// - Complexity: As ``nearest(to:among:)``.
    public static func hint(for name: String, among candidates: [String], listing title: String) -> String {
        (hint(for: name, among: candidates).map { $0 + " " } ?? "") + "\(title) \(list(candidates))"
    }

    /// Returns the first twenty names, separated by commas. If there are more, `…` follows.
    ///
    /// - Parameter names: The names.
    public static func list(_ names: [String]) -> String {
        names.prefix(20).joined(separator: ", ") + (names.count > 20 ? ", …" : "")
    }

    /// Returns the optimal string alignment distance (Damerau 1964, restricted): the number of bytes to
    /// insert, delete, replace or swap with a neighbor.
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
