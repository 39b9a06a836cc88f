public import IlkModels

extension RuleCounts {
    /// Counts a text. Rules that are not counted from the beginning are passed over: it is not known on how many texts
    /// before they held.
    ///
    /// - Parameters:
    ///   - hits: The rules that held, each once.
    ///   - category: The place of its category.
    ///   - mass: Its weight in units of 1/``FeatureCounts/massUnit``.
    public mutating func add(_ hits: [Key], category: Int, mass: Int) {
        count(hits, category, mass: Int64(mass), texts: 1)
    }

    /// Takes a text back that was counted: the counts are what they were before it.
    public mutating func remove(_ hits: [Key], category: Int, mass: Int) {
        count(hits, category, mass: -Int64(mass), texts: -1)
    }

    private mutating func count(_ hits: [Key], _ category: Int, mass: Int64, texts: Int) {
        documentMass[category] += mass
        for key in hits {
            rows[key]?.texts += texts
            rows[key]?.mass[category] += mass
        }
    }

    /// Sets what words say already so that a rule's weights come to fitted ones, to the nearest unit.
    public mutating func setOverlap(of key: Key, authored: [Double], fitted: [Double]) {
        guard let row = rows[key], authored.count == categories, fitted.count == categories else { return }
        let counted = counted(row, authored)
        rows[key]?.overlap = authored.indices.map { category in
            guard authored[category] != 0 else { return 0 }
            let overlap = ((fitted[category] - counted[category]) * Self.unit).rounded()
            return Int32(max(-100 * Self.unit, min(100 * Self.unit, overlap)))
        }
    }
}
