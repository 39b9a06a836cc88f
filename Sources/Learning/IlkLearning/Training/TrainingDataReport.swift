import IlkText
public import IlkVocabulary

/// The contents and the defects of labeled texts, before a model is trained on them.
///
/// Two texts have the same normal form if they differ in case and white space only.
public struct TrainingDataReport: Sendable, Hashable {
    /// A text that repeats an earlier text.
    public struct Repetition: Sendable, Hashable {
        /// The index of the text.
        public let text: Int
        /// The index of the first text with the same normal form.
        public let first: Int
    }

    /// Texts with the same defect: their number and the first of them.
    public struct Finding<Example: Sendable & Hashable>: Sendable, Hashable {
        /// The number of texts.
        public private(set) var count = 0
        /// The first texts, at most ``TrainingDataReport/maximumExamples``.
        public private(set) var examples: [Example] = []

        mutating func add(_ example: Example) {
            count += 1
            if examples.count < maximumExamples { examples.append(example) }
        }
    }

    /// The number of texts of a label.
    public struct LabelCount: Sendable, Hashable {
        /// The label.
        public let label: Category
        /// The number of texts.
        public var texts: Int
        /// The index of the first text.
        public let first: Int
    }

    /// The number of texts that have a given number of labels.
    public struct LabelsPerText: Sendable, Hashable {
        /// The number of labels of each text.
        public let labels: Int
        /// The number of texts.
        public let texts: Int
    }

    /// The number of texts in a language.
    public struct LanguageCount: Sendable, Hashable {
        /// The code of the language, such as `en`.
        public let language: String
        /// The number of texts.
        public let texts: Int
    }

    /// The maximum number of examples per finding.
    public static let maximumExamples = 3
    /// The number of texts below which a label is rare.
    public static let fewestTexts = 10
    /// The minimum ratio between the numbers of texts of the most frequent and the rarest label for reporting
    /// an imbalance.
    public static let imbalanceRatio = 10.0
    /// The minimum share of texts in a second language for reporting several languages.
    public static let languageShare = 0.05
    /// The minimum confidence for counting the guessed language of a text.
    private static let languageConfidence = 0.9

    /// The number of texts.
    public let texts: Int
    /// The labels, the most frequent first.
    public let labels: [LabelCount]
    /// Texts that are identical to an earlier text with the same label.
    public private(set) var duplicates = Finding<Repetition>()
    /// Texts that have the same normal form and the same label as an earlier text, but are not identical to
    /// that text.
    public private(set) var nearDuplicates = Finding<Repetition>()
    /// The number of texts by number of labels, fewest labels first, or `nil` for a taxonomy that is not
    /// multi-label.
    public let labelsPerText: [LabelsPerText]?
    /// Texts that have the same normal form as an earlier text, but another label. Texts of a multi-label
    /// taxonomy are not checked for conflicts.
    public private(set) var conflicts = Finding<Repetition>()
    /// Texts that are empty or white space only.
    public private(set) var emptyTexts = Finding<Int>()
    /// The languages of the texts, the most frequent first. Texts whose language is uncertain are not
    /// counted.
    public let languages: [LanguageCount]

    /// Examines labeled texts.
    ///
    /// - Parameters:
    ///   - labeled: The texts.
    ///   - isMultilabel: `true` if a text can have several labels or none.
    /// - Complexity: O(*n*) in the length of all texts.
    public init(of labeled: [LabeledText], isMultilabel: Bool = false) {
        texts = labeled.count
        var counts: [Category: LabelCount] = [:]
        var languages: [String: Int] = [:]
        var seen: [UInt64: Int] = [:]
        seen.reserveCapacity(labeled.count)
        var form: [UInt8] = []
        var other: [UInt8] = []
        for (index, text) in labeled.enumerated() {
            for label in text.categories {
                counts[label, default: LabelCount(label: label, texts: 0, first: index)].texts += 1
            }
            Self.normalize(text.text, into: &form)
            if form.isEmpty {
                emptyTexts.add(index)
                continue
            }
            let guess = LanguageGuesser.standard.guess(text.text)
            if guess.confidence >= Self.languageConfidence, let language = guess.language {
                languages[language.code, default: 0] += 1
            }
            let hash = form.withUnsafeBufferPointer { bytes in
                bytes.baseAddress.map { StableHash.hash($0, count: bytes.count, seed: 0) } ?? 0
            }
            guard let first = seen[hash] else {
                seen[hash] = index
                continue
            }
            Self.normalize(labeled[first].text, into: &other)
            // Different texts with equal hashes are so rare that only the first of them is stored.
            guard form == other else { continue }
            let repetition = Repetition(text: index, first: first)
            if Set(labeled[first].categories) != Set(text.categories) {
                if !isMultilabel { conflicts.add(repetition) }
            } else if labeled[first].text.utf8.elementsEqual(text.text.utf8) {
                duplicates.add(repetition)
            } else {
                nearDuplicates.add(repetition)
            }
        }
        labelsPerText =
            isMultilabel
            ? Dictionary(grouping: labeled, by: \.categories.count)
                .map { LabelsPerText(labels: $0.key, texts: $0.value.count) }.sorted { $0.labels < $1.labels }
            : nil
        labels = counts.values.sorted { ($1.texts, $0.label) < ($0.texts, $1.label) }
        self.languages = languages.map { LanguageCount(language: $0.key, texts: $0.value) }
            .sorted { ($1.texts, $0.language) < ($0.texts, $1.language) }
    }

    /// The labels with fewer than ``fewestTexts`` texts, the most frequent first.
    public var rareLabels: [LabelCount] { labels.filter { $0.texts < Self.fewestTexts } }

    /// The number of texts of the most frequent label divided by that of the rarest label. It is `nil` if the
    /// ratio is below ``imbalanceRatio``.
    public var imbalance: Double? {
        guard let most = labels.first, let fewest = labels.last else { return nil }
        let ratio = Double(most.texts) / Double(fewest.texts)
        return ratio >= Self.imbalanceRatio ? ratio : nil
    }

    /// `true` if at least ``languageShare`` of the texts are in a second language.
    public var hasSeveralLanguages: Bool {
        languages.count > 1 && Double(languages[1].texts) >= Self.languageShare * Double(texts)
    }

    /// `true` if all texts have the same label, and the taxonomy is not multi-label.
    public var hasSingleLabel: Bool { labelsPerText == nil && labels.count == 1 }

    /// `true` if there is a defect that strict training refuses: any finding except imbalance and several
    /// languages.
    public var hasDefects: Bool {
        texts == 0 || hasSingleLabel
            || duplicates.count + nearDuplicates.count + conflicts.count + emptyTexts.count > 0
            || !rareLabels.isEmpty
    }

    /// Replaces a buffer by the normal form of a text: lower case, with a single space for each run of white
    /// space between words.
    private static func normalize(_ text: String, into form: inout [UInt8]) {
        form.removeAll(keepingCapacity: true)
        var isPending = false
        if text.utf8.allSatisfy({ $0 < 0x80 }) {
            for byte in text.utf8 {
                if byte == 0x20 || (0x09...0x0D).contains(byte) {
                    isPending = !form.isEmpty
                    continue
                }
                if isPending { form.append(0x20) }
                isPending = false
                form.append((0x41...0x5A).contains(byte) ? byte | 0x20 : byte)
            }
            return
        }
        for scalar in text.lowercased().unicodeScalars {
            if scalar.properties.isWhitespace {
                isPending = !form.isEmpty
                continue
            }
            if isPending { form.append(0x20) }
            isPending = false
            form.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        }
    }
}
