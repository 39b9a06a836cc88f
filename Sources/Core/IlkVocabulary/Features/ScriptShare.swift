/// The share of a text's letters that belong to one script (writing system).
public struct ScriptShare: Sendable, Hashable {
    /// The ISO 15924 code of the script, such as `Latn`.
    public let code: String
    /// The number of the script's letters divided by the number of all letters in the text. Above 0, at most
    /// 1.
    public let share: Double

    package init(code: String, share: Double) {
        self.code = code
        self.share = share
    }

    /// Returns `true` if this share sorts before another. Larger shares sort first. Equal shares are ordered
    /// by code.
    package func isBefore(_ other: ScriptShare) -> Bool {
        (other.share, code) < (share, other.code)
    }
}
