/// What was said in notes, by a bookkeeping that knows nothing of the engine: each note is a token of its own.
struct MonicaTruth {
    /// Noted and not yet accounted for: must be somewhere in the end.
    private(set) var owed: Set<Substring> = []
    private var there: Set<Substring> = []
    private var count = 0

    /// A new note.
    mutating func token(isThere: Bool = false) -> String {
        count += 1
        if isThere { there.insert("n\(count)") }
        return "n\(count);"
    }

    /// The notes that a text has.
    static func tokens(_ notes: String) -> [Substring] { notes.split(separator: ";") }

    /// A text was stored. What it has is owed from now on.
    mutating func commit(_ notes: String) {
        // Only the last one is new.
        if let token = Self.tokens(notes).last { owed.insert(token) }
    }

    /// Somebody who saw a text wrote another one over it: what they left out is their affair.
    mutating func supersede(_ old: String, by new: String) {
        owed.subtract(Set(Self.tokens(old)).subtracting(Self.tokens(new)))
    }

    /// A device wrote over a text that it cannot have seen: what a person had written there a moment before is lost, for
    /// Monica cannot compare. What a device had written there that device still has.
    mutating func excuse(_ old: String, by new: String) {
        owed.subtract(Set(Self.tokens(old)).subtracting(Self.tokens(new)).intersection(there))
    }

    /// The notes that are nowhere.
    func lost(in texts: [String]) -> [Substring] {
        owed.subtracting(texts.flatMap(Self.tokens)).sorted()
    }
}
