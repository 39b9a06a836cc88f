import FoundationEssentials
import IlkModels
import IlkText
import IlkVocabulary

/// The card in the file of a trained model: its training data and the chosen settings.
///
/// The card depends only on the texts and the settings. It contains no time, user name or machine name.
struct TrainingCard {
    let taxonomy: Taxonomy
    /// The training texts, all with labels of the taxonomy.
    let texts: [LabeledText]
    let kind: ModelKind
    let featureGroups: [FeatureGroup]
    /// The result of the hyperparameter search, or `nil` without a search.
    var choice: BayesChoice?
    /// The calibration of a Bayes model on held-out sources, or `nil`.
    var calibration: SourceCalibration?
    /// `true` if a linear model was calibrated on held-out sources.
    var holdsOutSources = false

    /// The maximum number of categories that are listed. Further categories are only counted.
    private static let mostCategories = 50

    /// Builds a model file and adds the card to it. `build` gets the size limit minus the size of the card. A
    /// card that is larger than a tenth of the size limit is not added.
    func added<Choice>(
        mostBytes: Int?, to build: (Int?) throws -> (bytes: [UInt8], choice: Choice)
    ) throws -> (bytes: [UInt8], choice: Choice) {
        let text = try text()
        let size = ModelCard.size(of: text)
        // The card takes at most a tenth of a file with a size limit.
        if let mostBytes, size > mostBytes / 10 { return try build(mostBytes) }
        let built = try build(mostBytes.map { $0 - size })
        return (try ModelCard.added(text, to: built.bytes), built.choice)
    }

    /// Returns the size in bytes to reserve for the card, or 0 if the card is larger than a tenth of the size
    /// limit. The size includes a reserve, because the text of the card can grow when settings are chosen.
    func size(within mostBytes: Int) throws -> Int {
        let size = ModelCard.size(of: try text())
        return size > mostBytes / 10 ? 0 : size + 512
    }

    func text() throws -> String {
        var lines = ["# \(taxonomy.name)", ""]
        lines += ["A \(kind.rawValue) model, trained on \(texts.count) texts.", ""]
        lines += ["| category | texts |", "|---|---:|"]
        var counts: [Category: Int] = [:]
        for text in texts {
            for category in text.categories { counts[category, default: 0] += 1 }
        }
        for category in taxonomy.categories.prefix(Self.mostCategories) {
            lines.append("| \(VersionCard.oneLine(category.rawValue)) | \(counts[category] ?? 0) |")
        }
        let others = taxonomy.count - Self.mostCategories
        if others > 0 { lines.append("| and \(others) others | |") }
        if taxonomy.isMultilabel {
            lines.append("| no category | \(texts.count { $0.categories.isEmpty }) |")
        }
        lines += [
            "",
            "- Texts: SHA-256 `\(digest())` over the sorted digests of all texts, each with its label, source and weight",
        ]
        let tokenizer = (TextAnalyzer.tokenizerDigest ?? "").prefix(12)
        lines.append(
            "- Feature groups: \(featureGroups.map(\.name).joined(separator: ", ")); feature version \(TextFeatures.classificationVersion), segmented by ICU \(TextAnalyzer.icuVersion) (`\(tokenizer)`)"
        )
        lines += chosen()
        lines += calibrated()
        if taxonomy.isMultilabel {
            lines.append(
                "- A text can have several categories or none; each has its own threshold, of the highest F1 on held-out texts"
            )
        }
        lines.append("")
        if kind == .linear {
            lines += ["It has no counts, so it cannot be fine-tuned or merged.", ""]
        }
        lines += [
            "It predicts only these categories, and works best on texts like its training texts.",
            "Accuracy on texts from other sources is lower. Measure it on your own texts.", "",
        ]
        return lines.joined(separator: "\n")
    }

    private func calibrated() -> [String] {
        guard let calibration else {
            return [
                holdsOutSources
                    ? "- Probabilities: calibrated on held-out sources"
                    : "- Probabilities: calibrated on held-out texts of the same sources. On texts of new sources they "
                        + "are too high, and guaranteed error rates do not hold"
            ]
        }
        let sources = calibration.sources == 1 ? "source" : "sources"
        return [
            "- Probabilities: calibrated on \(calibration.texts) texts of \(calibration.sources) held-out \(sources), "
                + "calibration error \(VersionCard.decimal(calibration.calibration.expectedError))",
            "- New sources: \(calibration.guaranteePhrase)",
        ]
    }

    private func chosen() -> [String] {
        guard let choice, let selected = choice.selected else { return [] }
        let left =
            choice.leaveOneSourceOut
            ? "leave-one-source-out"
            : choice.parts.map { "\($0)-fold cross-validation" } ?? "leave-one-out"
        var lines = [
            "- Settings chosen on \(choice.texts) texts, \(left): "
                + "\(selected.name) (\(Self.figures(selected)))"
        ]
        if let second = choice.runnerUp {
            lines.append("- Runner-up: \(second.name) (\(Self.figures(second)))")
        }
        return lines
    }

    private static func figures(_ candidate: BayesChoice.Candidate) -> String {
        "accuracy \(VersionCard.decimal(candidate.accuracy)), log loss \(VersionCard.decimal(candidate.logLoss))"
    }

    /// Returns a digest of the texts that is independent of their order.
    private func digest() -> String {
        var record: [UInt8] = []
        let digests = texts.map { text in
            record.removeAll(keepingCapacity: true)
            // The length prefix makes the encoding of text and label unambiguous.
            withUnsafeBytes(of: UInt64(text.text.utf8.count).littleEndian) { record += $0 }
            record += text.text.utf8
            let weight = text.weight == 1 ? "1.0" : "\(text.weight)"
            for fact in text.labelNames + [text.source ?? "", weight] {
                record += fact.utf8
                record.append(0)
            }
            return ContentDigest(of: record)
        }
        var all = ContentHasher()
        for digest in digests.sorted() { all.update(digest) }
        return all.finish().description
    }
}

extension LabeledText {
    /// The names of the labels for the digest. The number of labels comes first unless it is 1: `a` →
    /// `["a"]`, and `a` with `b` → `["2", "a", "b"]`.
    fileprivate var labelNames: [String] {
        let names = categories.map(\.rawValue)
        return names.count == 1 ? names : ["\(names.count)"] + names.sorted()
    }
}
