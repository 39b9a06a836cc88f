/// Sets in brackets, with the precedence of ICU: a union binds more tightly than `&&` and `--`, and as tightly as
/// `&` and `-` before a nested set.
extension PatternParser {
    /// The element before the current character of a set.
    private enum Place {
        case start
        case character(Unicode.Scalar)
        case range
        case set
        case operation
    }

    private enum SetOperation { case intersection, difference }

    /// The parts of a set that were read so far.
    private struct SetDraft {
        /// The result of the operations before `current`, or `nil` before the first one.
        var left: ParsedSet?
        var operation = SetOperation.intersection
        var current = ParsedSet()
        var isInverted = false
        var place = Place.start

        var whole: ParsedSet {
            guard let left else { return current }
            return operation == .intersection ? left.intersection(current) : left.subtracting(current)
        }
    }

    /// Parses a set after its opening bracket.
    mutating func set() throws(PatternError) -> ParsedSet {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.depthLimit else { throw scanner.error(.depth) }
        var draft = SetDraft()
        if try scanner.consume("^") {
            draft.isInverted = true
        } else if let named = try posixSet() {
            return named
        }
        while true {
            guard let unit = try scanner.next() else { throw scanner.error(.bracket) }
            switch unit.isLiteral ? nil : unit.scalar {
            case "]":
                switch draft.place {
                case .start: add(unit.scalar, &draft)
                case .operation: throw scanner.error(.syntax)
                default: return closed(draft)
                }
            case "[":
                draft.current.formUnion(try set())
                draft.place = .set
            case "-": try dash(&draft)
            case "&": try ampersand(&draft)
            case "\\": try setEscape(&draft)
            default: add(unit.scalar, &draft)
            }
        }
    }

    private func add(_ scalar: Unicode.Scalar, _ draft: inout SetDraft) {
        draft.current.insert(scalar...scalar)
        draft.place = .character(scalar)
    }

    /// Returns the finished set. Case is folded before the set is inverted.
    private func closed(_ draft: SetDraft) -> ParsedSet {
        let whole = flags.ignoresCase ? draft.whole.folded : draft.whole
        return draft.isInverted ? whole.inverted : whole
    }

    /// Parses a POSIX set such as `[:alpha:]` after its first bracket. Returns `nil` without reading anything if
    /// the text is not a POSIX set.
    private mutating func posixSet() throws(PatternError) -> ParsedSet? {
        var ahead = scanner
        guard try ahead.consume(":") else { return nil }
        let isInverted = try ahead.consume("^")
        var name = ""
        while true {
            guard let unit = try? ahead.next(), !unit.isLiteral else { return nil }  // It ends too early.
            if unit.is(":") { break }
            name.unicodeScalars.append(unit.scalar)
        }
        guard !name.isEmpty, try ahead.consume("]") else { return nil }
        scanner = ahead
        guard let set = ParsedSet(property: name) else { throw scanner.error(.property) }
        let folded = flags.ignoresCase ? set.folded : set
        return isInverted ? folded.inverted : folded
    }

    private mutating func dash(_ draft: inout SetDraft) throws(PatternError) {
        let next = try scanner.peek()
        switch draft.place {
        case .start:
            if next?.is("-") == true { throw scanner.error(.syntax) }
        case .operation: break
        case .character(let first):
            if try scanner.consume("-") { return begin(.difference, &draft) }
            if let next, !next.is("]"), !next.is("[") { return try range(from: first, &draft) }
        case .range, .set:
            if try scanner.consume("-") { return begin(.difference, &draft) }
            if case .set = draft.place, try scanner.consume("[") {
                draft.current = draft.current.subtracting(try set())
                return
            }
        }
        add("-", &draft)
    }

    private mutating func ampersand(_ draft: inout SetDraft) throws(PatternError) {
        switch draft.place {
        case .start:
            if try scanner.peek()?.is("&") == true { throw scanner.error(.syntax) }
        case .operation: break
        case .character, .range: if try scanner.consume("&") { return begin(.intersection, &draft) }
        case .set:
            if try scanner.consume("&") { return begin(.intersection, &draft) }
            if try scanner.consume("[") {
                draft.current = draft.current.intersection(try set())
                return
            }
        }
        add("&", &draft)
    }

    /// Begins the right operand of an operation.
    private func begin(_ operation: SetOperation, _ draft: inout SetDraft) {
        (draft.left, draft.operation, draft.current) = (draft.whole, operation, ParsedSet())
        draft.place = .operation
    }

    /// Parses the rest of a range after its dash.
    private mutating func range(
        from first: Unicode.Scalar, _ draft: inout SetDraft
    ) throws(PatternError) {
        guard let unit = try scanner.next() else { throw scanner.error(.bracket) }
        var last = unit.scalar
        if unit.is("\\") {
            switch scanner.raw() {
            case nil: throw scanner.error(.escape)
            case "d", "D", "s", "S", "w", "W": throw scanner.error(.range)
            case "N": last = try characterName()
            case let letter?: last = letter
            }
        }
        guard first <= last else { throw scanner.error(.range) }
        draft.current.insert(first...last)
        draft.place = .range
    }

    private mutating func setEscape(_ draft: inout SetDraft) throws(PatternError) {
        guard let letter = scanner.raw() else { throw scanner.error(.escape) }
        if letter == "N" { return add(try characterName(), &draft) }
        guard let set = try characterClass(letter) else { return add(letter, &draft) }
        draft.current.formUnion(set)
        draft.place = letter == "p" || letter == "P" ? .set : .range
    }
}
