import IlkModels
import IlkText
import IlkVocabulary

extension BayesModelWriter {
    /// The section of what the runs of characters of known words come to; nil where a scan does not read both words and
    /// pieces. Of the words that most texts have as many as the share of the file allows.
    ///
    /// - Parameters:
    ///   - kept: The rows that are written.
    ///   - table: The bytes of the table of weights: what runs come to is asked of the table that scoring reads.
    ///   - size: How many bytes the rest of the file has.
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
