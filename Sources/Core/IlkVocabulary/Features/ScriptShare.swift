/// How much of a text is of one script.
public struct ScriptShare: Sendable, Hashable {
    /// The code of the script in ISO 15924, such as `Latn`.
    public let code: String
    /// Its letters over all letters of the text: above 0, at most 1.
    public let share: Double

    /// A script and its part of the letters.
    public init(code: String, share: Double) {
        self.code = code
        self.share = share
    }

    /// Whether this one stands first: the larger part, at a tie the code that is first in the alphabet.
    package func isBefore(_ other: ScriptShare) -> Bool {
        (other.share, code) < (share, other.code)
    }
}
