public import IlkModels

extension RuleCounts {
    /// Adds a text. Rules without counts are ignored, because their matches in earlier texts are unknown.
    ///
    /// - Parameters:
    ///   - hits: The matching rules, each once.
    ///   - category: The index of the text's category in the taxonomy.
    ///   - weight: The weight of the text, in units of 1/``FeatureCounts/unitsPerText``.
    /// - Complexity: O(*h*) in the number of matching rules.
    public mutating func add(_ hits: [Key], category: Int, weight: Int) {
        count(hits, category, weight: Int64(weight), texts: 1)
    }

    /// Subtracts a text that was added with the same arguments.
    ///
    /// - Parameters:
    ///   - hits: The matching rules, each once.
    ///   - category: The index of the text's category in the taxonomy.
    ///   - weight: The weight of the text, in units of 1/``FeatureCounts/unitsPerText``.
    /// - Complexity: O(*h*) in the number of matching rules.
    public mutating func remove(_ hits: [Key], category: Int, weight: Int) {
        count(hits, category, weight: -Int64(weight), texts: -1)
    }

    private mutating func count(_ hits: [Key], _ category: Int, weight: Int64, texts: Int) {
        documentWeights[category] += weight
        for key in hits {
            rows[key]?.texts += texts
            rows[key]?.weightedTexts[category] += weight
        }
    }

    /// Sets the overlap of a rule with the features of its texts: the fitted weight minus the weight from the
    /// counts, for each category. The weights of the rule are then the fitted weights, rounded to 0.001.
    ///
    /// - Parameters:
    ///   - key: The rule. The call is ignored if the rule has no counts.
    ///   - authored: The authored weight for each category.
    ///   - fitted: The fitted weight for each category. It has no effect where the authored weight is 0.
    /// - Complexity: O(*c*) in the number of categories.
    public mutating func setOverlap(of key: Key, authored: [Double], fitted: [Double]) {
        guard let row = rows[key], authored.count == categories, fitted.count == categories else { return }
        let counted = updatedWeights(row, authored)
        rows[key]?.overlap = authored.indices.map { category in
            guard authored[category] != 0 else { return 0 }
            let overlap = ((fitted[category] - counted[category]) * Self.unit).rounded()
            return Int32(max(-100 * Self.unit, min(100 * Self.unit, overlap)))
        }
    }
}
