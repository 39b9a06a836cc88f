import CICU
import IlkVocabulary

/// Runs one regular expression over one text after another, always within limits of time and stack. For one thread.
final class RegexCursor {
    /// What became of looking for the next match.
    enum Outcome {
        case match(TextSpan)
        case end
        /// A limit was hit: whether there is a match is not known.
        case gaveUp
    }

    private let regex: OpaquePointer
    private var steps: Int32 = -1

    /// Takes over a compiled expression.
    init(_ regex: OpaquePointer) {
        self.regex = regex
    }

    deinit { ilk_regex_free(regex) }

    /// Goes to the start of a text, which must stay where it is until the last match is taken. False when that
    /// cannot be done.
    func begin(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var status: Int32 = 0
        let allowed = RuleLimits.regexSteps + Int32(clamping: bytes.count / RuleLimits.bytesPerRegexStep)
        if allowed != steps {
            ilk_regex_set_limits(regex, allowed, RuleLimits.regexStack, &status)
            guard status == 0 else { return false }
            steps = allowed
        }
        ilk_regex_begin(regex, bytes.baseAddress, Int64(bytes.count), &status)
        return status == 0
    }

    /// The match that begins at a place, the text before it being seen by look-behinds and edges of words.
    func match(at place: Int) -> Outcome {
        var upper: Int64 = 0
        var status: Int32 = 0
        let found = ilk_regex_match_at(regex, Int64(place), &upper, &status)
        guard status == 0 else { return .gaveUp }
        return found == 1 ? .match(TextSpan(place, Int(upper))) : .end
    }

    /// The next match behind the last one.
    func next() -> Outcome {
        var lower: Int64 = 0
        var upper: Int64 = 0
        var status: Int32 = 0
        let found = ilk_regex_find(regex, &lower, &upper, &status)
        guard status == 0 else { return .gaveUp }
        return found == 1 ? .match(TextSpan(Int(lower), Int(upper))) : .end
    }
}
