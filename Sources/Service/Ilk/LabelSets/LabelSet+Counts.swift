package import IlkLog
package import IlkVocabulary

extension LabelSet {
    /// Returns the taxonomy of a log with the present labels: labels into which others were merged replace
    /// the merged ones.
    ///
    /// - Parameter log: The labels of the log.
    package func currentTaxonomy(of log: Taxonomy) -> Taxonomy {
        guard !merged.isEmpty else { return log }
        var categories = log.categories.filter { current($0) == $0 }
        var known = Set(categories)
        for label in log.categories.map({ current($0) }) where known.insert(label).inserted {
            categories.append(label)
        }
        return Taxonomy(name: log.name, categories: categories, isMultilabel: log.isMultilabel)
    }

    /// Returns counts in which texts of merged labels count for the labels into which they were merged.
    ///
    /// - Parameter counts: The number of texts of each label.
    func currentCounts(of counts: [Category: Int]) -> [Category: Int] {
        guard !merged.isEmpty else { return counts }
        return Dictionary(counts.map { (current($0.key), $0.value) }, uniquingKeysWith: +)
    }

    /// Returns the counts of a log, in which entries of merged labels count for the labels into which they
    /// were merged.
    ///
    /// - Parameters:
    ///   - facets: The counts.
    ///   - log: The labels of the log.
    /// - Returns: The counts in the order of ``ClassificationLogStore/facets(by:matching:measuresTexts:)``.
    /// - Complexity: O(*n* log *n*) in the number of counts.
    package func currentFacets(of facets: [LogFacet], in log: Taxonomy) -> [LogFacet] {
        guard !merged.isEmpty else { return facets }
        var sums: [LogFacet: (entries: Int, bytes: Int?)] = [:]
        for facet in facets {
            var key = facet
            key.category = facet.category.map { current($0) }
            (key.entries, key.bytes) = (0, nil)
            let sum = sums[key]
            let bytes = facet.bytes.map { $0 + (sum?.bytes ?? 0) }
            sums[key] = (facet.entries + (sum?.entries ?? 0), bytes)
        }
        let counts = sums.map { key, sum in
            var facet = key
            (facet.entries, facet.bytes) = (sum.entries, sum.bytes)
            return facet
        }
        return LogFacet.sorted(counts, labels: currentTaxonomy(of: log))
    }
}
