import IlkModels
import IlkText
import IlkTraining
import IlkVocabulary

/// Builds the section with the statistics of a model's training texts (`BaseStatistics`). With these
/// statistics, the model can later learn corrections without changing its predictions for texts like its
/// training texts.
///
/// The result does not depend on the order of the texts.
enum BaseStatisticsTraining {
    /// The maximum number of texts that are read. Larger sets are sampled by hash.
    private static let mostTexts = 5_000
    /// The divisor for the maximum size of the section: a third of the size limit of the file.
    private static let share = 3
    private static let seed: UInt64 = 0x7374_6174_7300_0001

    /// Returns the section. Returns `nil` if there are no texts or the section exceeds a third of the size
    /// limit of the file.
    ///
    /// - Parameters:
    ///   - texts: The training texts, all with labels of the taxonomy.
    ///   - taxonomy: The labels.
    ///   - mostBytes: The size limit of the file, or `nil`.
    ///   - progress: Called repeatedly. An error thrown here ends the run.
    static func section(
        of texts: [LabeledText], _ taxonomy: Taxonomy, mostBytes: Int?, progress: () throws -> Void
    ) throws -> [UInt8]? {
        guard !texts.isEmpty else { return nil }
        let masks = MaskNormalizer()
        let analyzer = try TextAnalyzer(measuring: .classification)
        var analysis = AnalyzedText()
        var counter = BaseStatisticsCounter(labels: taxonomy.count)
        for (index, text) in sample(texts).enumerated() {
            analyzer.analyze(masks.normalize(text.text), into: &analysis)
            counter.add(analysis, categories: text.categories.compactMap(taxonomy.index))
            if index % 256 == 255 { try progress() }
        }
        var documents = [Int](repeating: 0, count: taxonomy.count)
        for label in texts.flatMap(\.categories).compactMap(taxonomy.index) { documents[label] += 1 }
        let section = counter.statistics(documents: documents, texts: texts.count).section
        guard let mostBytes, section.count > mostBytes / share else { return section }
        return nil
    }

    private static func sample(_ texts: [LabeledText]) -> [LabeledText] {
        guard texts.count > mostTexts else { return texts }
        let keys = texts.map { StableHash.hash($0.text, seed: seed) }
        return texts.indices.sorted { (keys[$0], texts[$0].text) < (keys[$1], texts[$1].text) }
            .prefix(mostTexts).map { texts[$0] }
    }
}
