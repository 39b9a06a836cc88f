/// A script's share of the letters of a text.
public struct ScriptShare: Sendable, Hashable {
    /// The code of the script in ISO 15924, such as `Latn`.
    public let code: String
    /// The script's letters divided by all letters of the text. Above 0, at most 1.
    public let share: Double

    package init(code: String, share: Double) {
        self.code = code
        self.share = share
    }

    /// Returns `true` if this share sorts before another. Larger shares come first; equal shares are ordered
    /// by code.
    package func isBefore(_ other: ScriptShare) -> Bool {
        (other.share, code) < (share, other.code)
    }
}
