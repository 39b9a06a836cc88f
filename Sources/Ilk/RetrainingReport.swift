public import IlkVocabulary

/// What a retraining did, measured and decided.
public struct RetrainingReport: Sendable, Codable, Hashable {
    /// How many right ones before and after.
    public struct Comparison: Sendable, Codable, Hashable {
        /// How many texts were compared.
        public var texts: Int
        /// How many of them the model in use has right.
        public var before: Int
        /// How many of them the new model has right.
        public var after: Int

        /// The share that was lost, 0 ... 1; negative when some was gained.
        public var loss: Double { texts == 0 ? 0 : Double(before - after) / Double(texts) }
    }

    /// A change of mind about logged texts.
    public struct Flip: Sendable, Codable, Hashable {
        /// What the model in use says.
        public var from: Category
        /// What the new model says.
        public var to: Category
        /// About how many texts.
        public var texts: Int
    }

    /// The texts that people corrected or confirmed, each once.
    public var corrections: Int
    /// How many of them were learned.
    public var learned: Int
    /// How many were held back to measure with. None while there are fewer than 30.
    public var heldBack: Int
    /// On the texts that were learned.
    public var onLearned: Comparison
    /// On the corrections that were held back.
    public var onHeldBack: Comparison
    /// On the frozen evaluation texts.
    public var onGate: Comparison
    /// What the new model says otherwise of the newest logged texts.
    public var flips: [Flip]
    /// The new version, or nil when none was made.
    public var version: String?
    /// Whether it is in use now.
    public var isPromoted: Bool
    /// Why, or why not.
    public var reason: String

    /// The report in lines for people.
    public var lines: [String] {
        guard corrections > 0 else { return [reason] }
        var lines = [
            "corrections   \(corrections): \(learned) learned, \(heldBack) held back to measure with"
        ]
        func row(_ name: String, _ comparison: Comparison) {
            guard comparison.texts > 0 else { return }
            let padded = name + String(repeating: " ", count: max(1, 14 - name.count))
            lines.append(
                "\(padded)\(comparison.before) of \(comparison.texts) right before, \(comparison.after) after"
            )
        }
        row("learned", onLearned)
        row("held back", onHeldBack)
        row("frozen texts", onGate)
        for flip in flips { lines.append("logged texts  \(flip.texts) from \(flip.from) to \(flip.to)") }
        if let version {
            lines.append("version       \(version)\(isPromoted ? ", in use now" : ", kept as a candidate")")
        }
        lines.append(reason)
        return lines
    }
}
