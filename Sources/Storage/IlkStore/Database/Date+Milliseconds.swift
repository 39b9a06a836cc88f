public import FoundationEssentials
import IlkVocabulary

/// Times as whole milliseconds: exact in a column, in a text, and back.
extension Date {
    /// Milliseconds since 1970-01-01T00:00:00Z, rounded to the nearest, and limited to 73 million years.
    ///
    /// The limit leaves room in 64 bits: the sum of a time and a few spans cannot overflow.
    public var milliseconds: Int64 {
        let limit: Int64 = 1 << 61
        return min(max(Int64(saturating: (timeIntervalSince1970 * 1000).rounded()), -limit), limit)
    }

    /// The time so many milliseconds after 1970-01-01T00:00:00Z.
    public init(milliseconds: Int64) {
        self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
    }
}
