public import FoundationEssentials

/// Times as whole milliseconds: exact in a column, in a text, and back.
extension Date {
    /// Milliseconds since 1970-01-01T00:00:00Z, rounded to the nearest; cut to what fits.
    public var milliseconds: Int64 {
        let exact = (timeIntervalSince1970 * 1000).rounded()
        return Int64(exactly: exact) ?? (exact < 0 ? .min : .max)
    }

    /// The time so many milliseconds after 1970-01-01T00:00:00Z.
    public init(milliseconds: Int64) {
        self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
    }
}
