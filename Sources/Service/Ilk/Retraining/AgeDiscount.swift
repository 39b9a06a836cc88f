import IlkLearning

/// The discount of old corrections: the weight of a correction halves with each half-life of its text's age.
///
/// Ages are rounded down to a quarter of the half-life. Each text is stored with its age in quarters, so that
/// the text can later be subtracted from the integer counts with the same weight with which it was added.
struct AgeDiscount: Sendable {
    /// The half-life in seconds.
    let halfLife: Double
    /// The time at which ages are measured, in seconds since 1970-01-01T00:00:00Z.
    let time: Double

    init(halfLife: Double, at time: Double) {
        self.halfLife = halfLife
        self.time = time
    }

    /// Creates the discount that a retraining used, or returns `nil` if the retraining used none.
    init?(_ trace: RetrainingTrace) {
        guard let halfLife = trace.halfLife, let time = trace.discountedAt else { return nil }
        self.init(halfLife: halfLife, at: time)
    }

    /// The maximum age in quarters: 16 half-lives. Older texts get this age.
    private static let mostQuarters = 64
    /// The powers of two with the exponents 0, -1/4, -1/2 and -3/4.
    private static let factors = [1, 0.8408964152537145, 0.7071067811865476, 0.5946035575013605]

    /// Returns the age of a text in quarters of the half-life, rounded down. Texts from the future have the
    /// age 0.
    ///
    /// - Parameter timestamp: The time at which the text was logged.
    func quarters(of timestamp: Double) -> Int {
        let quarters = ((time - timestamp) / halfLife * 4).rounded(.down)
        return Int(max(0, min(Double(Self.mostQuarters), quarters)))
    }

    /// Returns `true` if a number is a valid age in quarters of the half-life.
    static func isAge(_ quarters: Int) -> Bool { (0...mostQuarters).contains(quarters) }

    /// Returns the weight of a correction. A training text of the base version has the weight 1.
    ///
    /// - Parameter quarters: The age in quarters of the half-life, 0 without a discount.
    static func weight(_ quarters: Int) -> Double {
        Retraining.correctionWeight * factors[quarters % 4] / Double(1 << (quarters / 4))
    }
}
