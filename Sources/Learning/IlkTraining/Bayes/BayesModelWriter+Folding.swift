import IlkModels
import IlkText
import IlkVocabulary

extension BayesModelWriter {
    /// Returns the section with precomputed sums of the character n-grams of the most frequent words.
    ///
    /// The section is limited to a share of the file. It is `nil` unless the model uses unigrams and
    /// `char_wb` n-grams and has few categories. The sums are computed from the bytes of the weight table, so
    /// that they equal the sums of scoring.
    func spanSums(_ kept: [Int], _ table: [UInt8], besideBytes size: Int) throws(FormatError) -> [UInt8]? {
        let categories = counts.taxonomy.count
        let featureGroups = settings.featureGroups
        guard categories <= SpanScan.maximumCategories, featureGroups.contains(.unigrams),
            featureGroups.contains(.wordNgrams)
        else {
            return nil
        }
        let most = PrecomputedSpans.words(besideBytes: size, categories: categories)
        let words = kept.filter { counts.featureGroups[$0] == .unigrams }
            .sorted { (counts.frequency[$1], counts.hashes[$0]) < (counts.frequency[$0], counts.hashes[$1]) }
            .prefix(most)
            .map(counts.name)
        return try PrecomputedSpans.build(words, table: table, categories: categories)
    }
}
