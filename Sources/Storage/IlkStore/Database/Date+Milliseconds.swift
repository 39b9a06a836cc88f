public import FoundationEssentials
import IlkVocabulary

/// Conversion to and from whole milliseconds. As integers, they can be stored in columns and texts without
/// loss.
extension Date {
    /// The milliseconds since 1970-01-01T00:00:00Z, rounded to the nearest and clamped to ±73 million years.
    ///
    /// Within this range, adding a few time spans to the value cannot overflow 64 bits.
    public var milliseconds: Int64 {
        let limit: Int64 = 1 << 61
        return min(max(Int64(saturating: (timeIntervalSince1970 * 1000).rounded()), -limit), limit)
    }

    /// Creates a date.
    ///
    /// - Parameter milliseconds: The milliseconds since 1970-01-01T00:00:00Z.
    public init(milliseconds: Int64) {
        self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
    }
}
