/// An independent record of all notes in a schedule, used to check the result. Each note is a unique token.
struct MonicaTruth {
    /// The notes that must exist somewhere in the end.
    private(set) var owed: Set<Substring> = []
    private var there: Set<Substring> = []
    private var count = 0

    mutating func token(isThere: Bool = false) -> String {
        count += 1
        if isThere { there.insert("n\(count)") }
        return "n\(count);"
    }

    /// Returns the notes in a text.
    static func tokens(_ notes: String) -> [Substring] { notes.split(separator: ";") }

    /// Registers a stored text, whose notes must survive.
    mutating func commit(_ notes: String) {
        // Only the last note is new.
        if let token = Self.tokens(notes).last { owed.insert(token) }
    }

    /// Registers a deliberate change of a text. Notes removed by it need not survive.
    mutating func supersede(_ old: String, by new: String) {
        owed.subtract(Set(Self.tokens(old)).subtracting(Self.tokens(new)))
    }

    /// Registers that a device overwrote a text it had not seen. Notes written in Monica a moment before are
    /// lost, because Monica has no compare-and-set. A device still has its own notes.
    mutating func excuse(_ old: String, by new: String) {
        owed.subtract(Set(Self.tokens(old)).subtracting(Self.tokens(new)).intersection(there))
    }

    /// Returns the notes that are missing.
    func lost(in texts: [String]) -> [Substring] {
        owed.subtracting(texts.flatMap(Self.tokens)).sorted()
    }
}
