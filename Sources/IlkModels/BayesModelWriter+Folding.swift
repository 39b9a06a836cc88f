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
    func folded(_ kept: [Int], _ table: [UInt8], besideBytes size: Int) throws(ModelError) -> [UInt8]? {
        let categories = counts.taxonomy.count
        let once = settings.families.filter { !settings.repeating.contains($0) }
        guard categories <= StretchScan.mostCategories, once.contains(.words), once.contains(.pieces) else {
            return nil
        }
        let storage = ModelStorage(copying: table)
        defer { withExtendedLifetime(storage) {} }
        let weights = try FeatureTable(storage, section: 0..<table.count, categories: categories)
        var characters = StretchCharacters()
        let most = FoldedStretches.words(besideBytes: size, categories: categories)
        let words = kept.filter { counts.families[$0] == .words }
            .sorted { (counts.frequency[$1], counts.hashes[$0]) < (counts.frequency[$0], counts.hashes[$1]) }
            .prefix(most)
            .map { row in
                counts.name(row).withUnsafeBufferPointer { name in
                    characters.read(name)
                    return (
                        key: FeatureHash.plain(name, seed: StableHash.wordSeed),
                        sum: characters.sum(.table(weights))
                    )
                }
            }
        return FoldedStretches.build(words, categories: categories)
    }
}
