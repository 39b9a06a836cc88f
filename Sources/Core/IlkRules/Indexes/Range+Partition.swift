extension Range<Int> {
    /// Returns the first place at which a condition no longer holds, the upper bound if it holds everywhere.
    ///
    /// - Parameter isBefore: The condition. It holds up to a place and nowhere behind it.
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
