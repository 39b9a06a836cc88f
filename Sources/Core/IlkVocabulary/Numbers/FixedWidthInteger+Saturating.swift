extension FixedWidthInteger {
    /// Converts a floating-point number, rounding toward zero and clamping to the range of the type. NaN
    /// becomes 0.
    ///
    /// `Int64(_:)` traps on a number that does not fit. Times from clocks, files and options can have any
    /// value.
    ///
    /// - Parameter number: Any number.
    @inlinable
    public init(saturating number: Double) {
        self = Self(exactly: number.rounded(.towardZero)) ?? (number.isNaN ? 0 : number < 0 ? .min : .max)
    }
}
