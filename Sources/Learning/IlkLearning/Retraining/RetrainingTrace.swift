public import IlkVocabulary

/// The inputs of a retraining from a log. With these inputs, the retraining can be reproduced byte for byte,
/// and continued.
public struct RetrainingTrace: Sendable, Hashable, Codable {
    /// The log, identified by a prefix of the SHA-256 of its path.
    public var log: String
    /// The position up to which the log was read.
    public var watermark: LogWatermark
    /// The digest of the rules whose agreement was used as evidence, or `nil` without rules.
    public var rules: String?
    /// The weight of a correction: the number of the base version's training texts to which one correction is
    /// equivalent.
    public var correctionWeight = 0.0
    /// The weight of a text that rules agree on.
    public var ruleWeight = 0.0
    /// The weight of an unlabeled text.
    public var unlabeledWeight = 0.0
    /// The sampling interval *n* of texts without a correction, a power of two: one text in *n* is used.
    public var sampling = 1
    /// `true` if a fifth of the corrections was held out.
    public var holdsOut = false
    /// The names of authors or sources whose corrections were ignored.
    public var without: [String] = []
    /// The number of corrections used for training.
    public var corrections = 0
    /// The time of the last correction that the retraining has read, in seconds since 1970-01-01T00:00:00Z.
    /// It is `nil` without corrections and in traces of earlier releases. A running program adapts to later
    /// corrections without a retraining.
    public var lastCorrection: Double?
    /// The number of corrections, the newest ones, to which the residual head of the model (`ResidualHead`)
    /// was fitted, or `nil` without a head.
    public var headTexts: Int?
    /// The number of texts used for training because rules agree on them.
    public var agreed = 0
    /// The number of unlabeled texts used for training. The probabilities that the base version predicts
    /// replace the missing labels.
    public var unlabeled = 0
    /// The half-life of corrections in seconds, or `nil` if old corrections have the full weight.
    public var halfLife: Double?
    /// The time to which the ages of corrections refer, in seconds since 1970-01-01T00:00:00Z, or `nil`
    /// without ``halfLife``.
    public var discountedAt: Double?
    /// The comparison with the active version, or `nil` before the evaluation.
    public var gate: RetrainingGate?

    /// The number of texts removed from the model after the retraining, because they were erased from the
    /// log, or `nil` for none. A version from which texts were removed is not evaluated, because it must
    /// replace the previous version in any case.
    public var unlearned: Int?

    package init(log: String, watermark: LogWatermark, rules: String?) {
        self.log = log
        self.watermark = watermark
        self.rules = rules
    }

    /// The names of fields in traces of earlier releases.
    private enum FormerKeys: String, CodingKey {
        case unlabelledWeight, unlabelled, holdsBack
    }

    /// Decodes a trace of this release or an earlier one.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let former = try decoder.container(keyedBy: FormerKeys.self)
        log = try container.decode(String.self, forKey: .log)
        watermark = try container.decode(LogWatermark.self, forKey: .watermark)
        rules = try container.decodeIfPresent(String.self, forKey: .rules)
        correctionWeight = try container.decode(Double.self, forKey: .correctionWeight)
        ruleWeight = try container.decode(Double.self, forKey: .ruleWeight)
        unlabeledWeight =
            try container.decodeIfPresent(Double.self, forKey: .unlabeledWeight)
            ?? former.decode(Double.self, forKey: .unlabelledWeight)
        sampling = try container.decode(Int.self, forKey: .sampling)
        holdsOut =
            try container.decodeIfPresent(Bool.self, forKey: .holdsOut)
            ?? former.decode(Bool.self, forKey: .holdsBack)
        without = try container.decode([String].self, forKey: .without)
        corrections = try container.decode(Int.self, forKey: .corrections)
        lastCorrection = try container.decodeIfPresent(Double.self, forKey: .lastCorrection)
        headTexts = try container.decodeIfPresent(Int.self, forKey: .headTexts)
        agreed = try container.decode(Int.self, forKey: .agreed)
        unlabeled =
            try container.decodeIfPresent(Int.self, forKey: .unlabeled)
            ?? former.decode(Int.self, forKey: .unlabelled)
        halfLife = try container.decodeIfPresent(Double.self, forKey: .halfLife)
        discountedAt = try container.decodeIfPresent(Double.self, forKey: .discountedAt)
        gate = try container.decodeIfPresent(RetrainingGate.self, forKey: .gate)
        unlearned = try container.decodeIfPresent(Int.self, forKey: .unlearned)
    }

    /// Returns `true` if both retrainings have the settings on which counts depend, so that one can continue
    /// from the counts of the other.
    ///
    /// - Parameter other: The other trace.
    public func canContinue(with other: RetrainingTrace) -> Bool {
        rules == other.rules && sampling == other.sampling && holdsOut == other.holdsOut
            && correctionWeight == other.correctionWeight && Set(without) == Set(other.without)
    }
}
