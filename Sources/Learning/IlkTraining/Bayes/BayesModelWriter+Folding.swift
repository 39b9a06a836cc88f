import IlkModels
import IlkText
import IlkVocabulary

extension BayesModelWriter {
    /// Returns the section with precomputed sums of the character n-grams of the most frequent words.
    ///
    /// The section is limited to a share of the file. It is `nil` if the model does not use both unigrams and
    /// `char_wb` n-grams. The sums are read from the bytes of the weight table to be equal to those of
    /// scoring.
    func folded(_ kept: [Int], _ table: [UInt8], besideBytes size: Int) throws(FormatError) -> [UInt8]? {
        let categories = counts.taxonomy.count
        let once = settings.families.filter { !settings.repeating.contains($0) }
        guard categories <= StretchScan.mostCategories, once.contains(.words), once.contains(.pieces) else {
            return nil
        }
        let most = FoldedStretches.words(besideBytes: size, categories: categories)
        let words = kept.filter { counts.families[$0] == .words }
            .sorted { (counts.frequency[$1], counts.hashes[$0]) < (counts.frequency[$0], counts.hashes[$1]) }
            .prefix(most)
            .map(counts.name)
        return try FoldedStretches.build(words, table: table, categories: categories)
    }
}
