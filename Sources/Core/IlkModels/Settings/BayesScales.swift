/// How much each signal and each family says, category by category, and what each category begins with: hyper-parameters,
/// fitted on scores that leave each text out, and frozen when counts are merged or taken back.
public struct BayesScales: Sendable, Hashable, Codable {
    /// One row a signal of the shape, one number a category.
    public var signals: [[Double]]
    /// One row a family (the shape's row is not used), one number a category.
    public var families: [[Double]]
    /// What each category's score begins with: natural-log odds.
    public var constants: [Double]

    /// The same scale everywhere, and nothing to begin with.
    public init(uniform scale: Double, signals: Int, categories: Int) {
        let row = [Double](repeating: scale, count: categories)
        self.signals = [[Double]](repeating: row, count: signals)
        families = [[Double]](repeating: row, count: FeatureFamily.allCases.count)
        constants = [Double](repeating: 0, count: categories)
    }

    /// The same with a row for each family that this program knows: those that an older one did not are not used.
    var ofAllFamilies: BayesScales {
        var scales = self
        while scales.families.count < FeatureFamily.allCases.count {
            scales.families.append([Double](repeating: 0, count: constants.count))
        }
        return scales
    }

    /// Reads what a manifest says. Older models have fewer families, and no constants.
    ///
    /// - Throws: What the decoder throws when something is missing.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        signals = try values.decode([[Double]].self, forKey: .signals)
        families = try values.decode([[Double]].self, forKey: .families)
        constants =
            try values.decodeIfPresent([Double].self, forKey: .constants)
            ?? [Double](repeating: 0, count: families.first?.count ?? 0)
    }
}
