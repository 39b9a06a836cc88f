import FoundationEssentials
import IlkModels
import IlkText
import IlkVocabulary

/// What a model that was trained says in its file of what it was made of, and how. It depends on nothing but the texts and
/// what was chosen for them: no time, no name, no machine.
struct TrainingCard {
    /// What is decided among.
    let taxonomy: Taxonomy
    /// What was learned from: texts of the taxonomy's categories.
    let texts: [LabelledText]
    /// The kind of model.
    let kind: ModelKind
    /// What it reads.
    let families: [FeatureFamily]
    /// What a search for the settings found; nil where there was none.
    var choice: BayesChoice?

    /// More categories than these are counted, not listed.
    private static let mostCategories = 50

    /// A file with the card in it, as far as a wish leaves room for it.
    ///
    /// - Parameters:
    ///   - mostBytes: The most bytes that the file may have.
    ///   - build: Makes the file, of at most so many bytes, and says what was chosen for it.
    func added<Choice>(
        mostBytes: Int?, to build: (Int?) throws -> (bytes: [UInt8], choice: Choice)
    ) throws -> (bytes: [UInt8], choice: Choice) {
        let text = try text()
        let size = ModelCard.size(of: text)
        // A card is no more than a tenth of a file that is to be small.
        if let mostBytes, size > mostBytes / 10 { return try build(mostBytes) }
        let built = try build(mostBytes.map { $0 - size })
        return (try ModelCard.added(text, to: built.bytes), built.choice)
    }

    /// How many of so many bytes the card takes, or might when more is chosen; 0 where there is no room for it.
    func size(within mostBytes: Int) throws -> Int {
        let size = ModelCard.size(of: try text())
        return size > mostBytes / 10 ? 0 : size + 256
    }

    /// The card, in Markdown.
    func text() throws -> String {
        var lines = ["# \(taxonomy.name)", ""]
        lines += ["A \(kind.rawValue) model, made of \(texts.count) texts.", ""]
        lines += ["| category | texts |", "|---|---:|"]
        var counts: [Category: Int] = [:]
        for index in texts.indices { counts[texts[index].category, default: 0] += 1 }
        for category in taxonomy.categories.prefix(Self.mostCategories) {
            lines.append("| \(VersionCard.oneLine(category.rawValue)) | \(counts[category] ?? 0) |")
        }
        let others = taxonomy.count - Self.mostCategories
        if others > 0 { lines.append("| and \(others) others | |") }
        lines += [
            "",
            "- Texts: SHA-256 `\(digest())` of the sorted digests of all, each of a text, its label, source and weight",
        ]
        let tokenizer = (TextAnalyzer.tokenizerDigest ?? "").prefix(12)
        lines.append(
            "- Reads: \(families.map(\.name).joined(separator: ", ")); features of version \(TextFeatures.classificationVersion), words cut by ICU \(TextAnalyzer.icuVersion) (`\(tokenizer)`)"
        )
        lines += chosen()
        lines += ["- Probabilities: calibrated on texts left out", ""]
        if kind == .linear {
            lines += ["It holds no counts: nothing can be added to it, taken back or merged.", ""]
        }
        lines += [
            "It knows these categories and no others, and texts like those that it was made of.",
            "On texts from elsewhere it is right less often: measure on your own.", "",
        ]
        return lines.joined(separator: "\n")
    }

    private func chosen() -> [String] {
        guard let choice, let taken = choice.taken else { return [] }
        let left =
            choice.leftOutSources
            ? "with whole sources left out"
            : choice.parts.map { "with each of \($0) parts of them left out" } ?? "with each text left out"
        var lines = ["- Chosen on \(choice.texts) texts, \(left): \(taken.name) (\(Self.figures(taken)))"]
        if let second = choice.runnerUp {
            lines.append("- The runner-up: \(second.name) (\(Self.figures(second)))")
        }
        return lines
    }

    private static func figures(_ candidate: BayesChoice.Candidate) -> String {
        "accuracy \(VersionCard.decimal(candidate.accuracy)), log loss \(VersionCard.decimal(candidate.logLoss))"
    }

    /// A digest of the texts that does not depend on their order.
    private func digest() -> String {
        var record: [UInt8] = []
        let digests = texts.map { text in
            record.removeAll(keepingCapacity: true)
            // With its length no text is taken for another one's and its label.
            withUnsafeBytes(of: UInt64(text.text.utf8.count).littleEndian) { record += $0 }
            record += text.text.utf8
            let weight = text.weight == 1 ? "1.0" : "\(text.weight)"
            for fact in [text.category.rawValue, text.source ?? "", weight] {
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
