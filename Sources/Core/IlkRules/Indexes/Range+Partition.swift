extension Range<Int> {
    /// Returns the first index for which a predicate is `false`, or the upper bound if there is
    /// none, by binary search.
    ///
    /// - Parameter isBefore: The predicate. It is `true` below some index, and `false` at this index and
    ///   above it.
    @inline(__always)
    func partition(_ isBefore: (Int) -> Bool) -> Int {
        var low = lowerBound
        var high = upperBound
        while low < high {
            let middle = low + (high - low) / 2
            if isBefore(middle) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
