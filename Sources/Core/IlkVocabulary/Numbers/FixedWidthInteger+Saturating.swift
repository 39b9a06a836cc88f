extension FixedWidthInteger {
    /// Converts a number without its fraction. A number beyond the limits becomes the nearest limit, and NaN becomes 0.
    ///
    /// Times come from clocks, files and options, which can be wrong by any amount: `Int64(_:)` ends the process for a
    /// number that does not fit.
    @inlinable
    public init(saturating number: Double) {
        self = Self(exactly: number.rounded(.towardZero)) ?? (number.isNaN ? 0 : number < 0 ? .min : .max)
    }
}
