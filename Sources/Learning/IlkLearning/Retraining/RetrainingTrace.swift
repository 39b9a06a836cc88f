public import IlkVocabulary

/// How a version was retrained: what a manifest says so that it can be done again, byte for byte, and gone on with.
public struct RetrainingTrace: Sendable, Hashable, Codable {
    /// Which log was read: the beginning of the SHA-256 of its path.
    public var log: String
    /// How far it was read.
    public var watermark: LogWatermark
    /// The digest of the rules that agreed on texts; nil without rules.
    public var rules: String?
    /// What a correction counts for, in texts of the parent.
    public var correctionWeight = 0.0
    /// What a text on which rules agree counts for.
    public var ruleWeight = 0.0
    /// What a text counts for of which only the parent has an opinion.
    public var unlabelledWeight = 0.0
    /// How many texts of the log without a word of people were left out for each that was taken, plus one: a power of two.
    public var sampling = 1
    /// Whether a fifth of the corrections was held back.
    public var holdsBack = false
    /// Whose words were left out: names of authors, or sources.
    public var without: [String] = []
    /// How many corrections were learned.
    public var corrections = 0
    /// How many texts were learned because rules agree on them.
    public var agreed = 0
    /// How many texts were entered as the parent sees them.
    public var unlabelled = 0
    /// What it was measured to do against the version that was in use; nil before it was measured.
    public var gate: RetrainingGate?

    /// How many texts were taken back since it was retrained because they were erased from the log: then nothing was measured,
    /// for what was erased goes whatever that does. Nil for none.
    public var unlearned: Int?

    /// A trace of nothing learned yet.
    public init(log: String, watermark: LogWatermark, rules: String?) {
        self.log = log
        self.watermark = watermark
        self.rules = rules
    }

    /// Whether what was counted for one can be gone on with for the other: all that decides which text counts as what.
    public func agrees(with other: RetrainingTrace) -> Bool {
        rules == other.rules && sampling == other.sampling && holdsBack == other.holdsBack
            && correctionWeight == other.correctionWeight && Set(without) == Set(other.without)
    }
}
