import IlkLog
import IlkLearning
import IlkVocabulary

/// The corrections of a log, split into training, held-out and audit texts. Corrections by excluded authors
/// do not count. Among the other corrections of a text, only the latest one counts.
struct Corrections: Sendable {
    /// The corrections used for training.
    private(set) var learned: [CorrectedText] = []
    /// The held-out corrections: one fifth, if there are enough.
    private(set) var heldOut: [CorrectedText] = []
    /// The audit sample, used only for evaluation.
    private(set) var audits: [CorrectedText] = []
    /// The ``TextKey`` of each corrected text and of each text in the regression set. These texts are not
    /// counted as unlabeled texts.
    private(set) var keys: Set<UInt64> = []
    /// The texts of the regression set. They are never used for training, not even as unlabeled texts.
    private(set) var leftOut: [String] = []
    /// The number of corrections that were excluded because their text is in the regression set.
    private(set) var duplicates = 0
    /// `true` if corrections were held out.
    let holdsOut: Bool

    /// - Parameters:
    ///   - all: The corrections of the log.
    ///   - without: The authors and sources to ignore.
    ///   - categories: The labels of the model. Corrections with other labels are ignored.
    ///   - labels: The label set, whose merged labels count for the labels into which they were merged, or
    ///     `nil`.
    ///   - regression: The user's regression set, or `nil`.
    init(
        _ all: [CorrectedText], without: [String], categories: Taxonomy, labels: LabelSet?,
        regression: RegressionSet?
    ) {
        let included = Self.included(all, without: without, categories: categories, labels: labels)
        // An audited text stays in the audit sample, even if it is corrected again.
        let isAudit = Set(included.filter { $0.source == .audit }.map(\.digest))
        let corrections = HeldOutTexts.latest(included, digest: \.digest)
        let others = corrections.count - isAudit.count
        holdsOut = others >= HeldOutTexts.fewest
        for correction in corrections {
            keys.insert(TextKey.of(correction.text))
            if isAudit.contains(correction.digest) {
                audits.append(correction)
            } else if holdsOut, HeldOutTexts.contains(correction.digest) {
                heldOut.append(correction)
            } else if regression?.contains(correction.digest) ?? false {
                duplicates += 1
            } else {
                learned.append(correction)
            }
        }
        leftOut = regression?.texts.map(\.text) ?? []
        keys.formUnion(leftOut.map { TextKey.of($0) })
    }

    /// Returns the corrections by authors who are not excluded, with the present labels.
    ///
    /// - Parameters:
    ///   - all: The corrections of the log.
    ///   - without: The authors and sources to ignore.
    ///   - categories: The labels of the model. Corrections with other labels are left out; logged labels are
    ///     kept even if the taxonomy no longer has these labels.
    ///   - labels: The label set, whose merged labels count for the labels into which they were merged, or
    ///     `nil`.
    static func included(
        _ all: [CorrectedText], without: [String], categories: Taxonomy, labels: LabelSet?
    ) -> [CorrectedText] {
        let silenced = Set(without)
        func current(_ label: Category) -> Category? {
            guard let labels else { return categories.index(of: label).map { _ in label } }
            return labels.current(label, in: categories)
        }
        return all.compactMap { correction -> CorrectedText? in
            guard !correction.isBy(silenced) else { return nil }
            var correction = correction
            correction.logged = current(correction.logged) ?? correction.logged
            correction.loggedLabels = correction.loggedLabels.map { $0.map { current($0) ?? $0 } }
            if let list = correction.labels {
                guard let list = labels?.current(list, in: categories) else { return nil }
                (correction.labels, correction.category) = (list, list.first ?? correction.logged)
            } else {
                guard let category = current(correction.category) else { return nil }
                correction.category = category
            }
            return correction
        }
    }

    /// Returns, for each corrected text, the number of corrections that were made after its latest
    /// correction.
    ///
    /// - Complexity: O(*n* log *n*).
    static func ages(of corrections: [CorrectedText]) -> [ContentDigest: Int] {
        // Of equal texts, the latest correction counts.
        Dictionary(
            corrections.sorted { $0.correctionTime > $1.correctionTime }.enumerated().map { ($1.digest, $0) },
            uniquingKeysWith: { first, _ in first })
    }

    /// The number of texts with a correction.
    var count: Int { learned.count + heldOut.count + audits.count + duplicates }
}

extension CorrectedText {
    /// Returns the index of the label for which a text is counted, or `nil` if the text has none of the
    /// labels. Models of a multi-label taxonomy have no feature counts. For such a taxonomy, the counts only
    /// record which texts were learned.
    func countedLabel(in taxonomy: Taxonomy) -> Int? {
        taxonomy.index(of: category) ?? (labels == nil ? nil : 0)
    }
}
