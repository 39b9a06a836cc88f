import IlkModels
import IlkVocabulary

/// The sections of a model file that describe all training texts. The familiarity section is used to
/// recognize texts that do not resemble the training texts. The statistics section is used to learn
/// corrections later.
struct TextTables {
    private let familiarity: [UInt8]?
    private let statistics: [UInt8]?

    /// Creates a value without sections.
    init() { (familiarity, statistics) = (nil, nil) }

    /// Builds the sections. In a file with a size limit, the familiarity section has at most a tenth of the
    /// limit, and the statistics section at most a third.
    ///
    /// - Parameters:
    ///   - texts: The training texts, all with labels of the taxonomy.
    ///   - taxonomy: The labels.
    ///   - mostBytes: The size limit of the file, or `nil`.
    ///   - includesStatistics: `false` to omit the statistics section.
    ///   - progress: Called repeatedly. An error thrown here ends the run.
    init(
        of texts: [LabeledText], _ taxonomy: Taxonomy, mostBytes: Int?, includesStatistics: Bool = true,
        progress: () throws -> Void
    ) throws {
        familiarity = try FamiliarityTraining.section(of: texts, mostBytes: mostBytes, progress: progress)
        statistics =
            includesStatistics
            ? try BaseStatisticsTraining.section(
                of: texts, taxonomy, mostBytes: mostBytes, progress: progress)
            : nil
    }

    /// The maximum number of bytes that the sections add to a file.
    var size: Int { [familiarity, statistics].reduce(0) { $0 + ($1.map { $0.count + 64 } ?? 0) } }

    /// Adds the sections to the bytes of a model file.
    ///
    /// - Throws: ``FormatError`` if the bytes are not a model.
    func add(to bytes: inout [UInt8]) throws(FormatError) {
        if let familiarity { bytes = try Familiarity.added(familiarity, to: bytes) }
        if let statistics { bytes = try BaseStatistics.added(statistics, to: bytes) }
    }
}
