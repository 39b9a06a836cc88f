/// What of texts of plain ASCII is read without taking them apart.
public struct PlainReading: Sendable, Hashable {
    /// How many bytes at the beginning are read.
    public var reach: Int
    /// Whether marks are read beside words and numbers.
    public var marks: Bool

    /// What a reader needs.
    public init(reach: Int, marks: Bool) {
        self.reach = reach
        self.marks = marks
    }
}
