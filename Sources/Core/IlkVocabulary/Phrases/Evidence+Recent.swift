/// The ids and phrases of corrections, and of evidence from the overlay. The overlay applies recent
/// corrections to other texts until the model is retrained.
extension Evidence {
    /// The id of a correction of the text itself.
    package static let humanCorrection = "human correction"

    /// The id of a correction in a logged verdict. The log does not record whether the text itself or a
    /// nearly equal text was corrected.
    package static let someCorrection = "human correction or nearly equal"

    /// The prefix in the id of a correction of a nearly equal text. The short id of the corrected log entry
    /// follows.
    static let nearlyEqualPrefix = "nearly equal:"

    /// The prefix in the id of evidence from the overlay of recent corrections. The rest of the id is the
    /// same as after ``learnedPrefix``.
    static let recentPrefix = "recent:"

    /// Returns the id of a correction.
    ///
    /// - Parameter entry: The corrected log entry, if its text is nearly equal to the classified text; `nil`
    ///   if the classified text itself was corrected.
    package static func correctionID(of entry: RecordID?) -> String {
        entry.map { nearlyEqualPrefix + $0.description.suffix(8) } ?? humanCorrection
    }

    static func recentPhrase(_ phrase: String) -> String { "from recent corrections: \(phrase)" }

    /// The evidence with ``recentPrefix`` instead of ``learnedPrefix`` in the id, which marks evidence from
    /// the overlay. Evidence with any other id is unchanged.
    package var asRecent: Evidence {
        guard id.hasPrefix(Self.learnedPrefix) else { return self }
        var recent = self
        recent.id = Self.recentPrefix + id.dropFirst(Self.learnedPrefix.count)
        let opening = Self.learnedPhrase("")
        recent.detail = detail.map { Self.recentPhrase(String($0.dropFirst(opening.count))) }
        return recent
    }
}
