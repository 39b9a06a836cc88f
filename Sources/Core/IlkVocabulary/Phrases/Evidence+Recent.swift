/// The ids and phrases of corrections, and of the evidence that an overlay has learned from recent
/// corrections.
extension Evidence {
    /// The id of a correction of the text itself.
    package static let humanCorrection = "human correction"

    /// The id of a correction in a logged verdict. The id does not tell whether the text itself or a
    /// nearly equal text was corrected.
    package static let someCorrection = "human correction or nearly equal"

    /// The start of the id of a correction of a nearly equal text. The rest is the short id of its entry.
    static let nearlyEqualPrefix = "nearly equal:"

    /// The start of the ids of evidence from the overlay of recent corrections. The rest of the id
    /// is the same as after ``learnedPrefix``.
    static let recentPrefix = "recent:"

    /// Returns the id of a correction.
    ///
    /// - Parameter entry: The log entry that was corrected, if its text is only nearly equal; `nil` if this
    ///   very text was corrected.
    package static func correctionID(of entry: RecordID?) -> String {
        entry.map { nearlyEqualPrefix + $0.description.suffix(8) } ?? humanCorrection
    }

    static func recentPhrase(_ phrase: String) -> String { "from recent corrections: \(phrase)" }

    /// The evidence of a head as evidence of the overlay.
    package var asRecent: Evidence {
        guard id.hasPrefix(Self.learnedPrefix) else { return self }
        var recent = self
        recent.id = Self.recentPrefix + id.dropFirst(Self.learnedPrefix.count)
        let opening = Self.learnedPhrase("")
        recent.detail = detail.map { Self.recentPhrase(String($0.dropFirst(opening.count))) }
        return recent
    }
}
