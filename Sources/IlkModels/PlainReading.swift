/// What of texts is read without taking them apart: of plain ASCII words and numbers as they are, of others their tokens.
public struct PlainReading: Sendable, Hashable {
    /// How many bytes at the beginning are read.
    public var reach: Int
    /// Whether marks are read beside words and numbers.
    public var marks: Bool
    /// Whether the units may be those of some stretches of the text, and the tokens of the others stand beside them.
    public var parts: Bool

    /// What a reader needs.
    public init(reach: Int, marks: Bool, parts: Bool = false) {
        self.reach = reach
        self.marks = marks
        self.parts = parts
    }
}
