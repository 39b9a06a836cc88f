import CICU
import IlkVocabulary

/// Runs one regular expression over one text after another, always within limits of work and stack. For one thread.
package final class RegexCursor {
    /// What became of looking for the next match.
    enum Outcome {
        case match(TextSpan)
        case end
        /// A limit was hit: whether there is a match is not known.
        case gaveUp
    }

    private let regex: OpaquePointer
    private var allowed: RegexWork?
    /// The limit that the last text came to; nil when it came to none.
    package private(set) var limit: RegexLimit?

    /// Takes over a compiled expression.
    init(_ regex: OpaquePointer) {
        self.regex = regex
    }

    deinit { ilk_regex_free(regex) }

    /// The work done on the text at hand.
    var work: RegexWork {
        let work = ilk_regex_work_of(regex)
        return RegexWork(steps: Int(work.steps), reads: Int(work.reads))
    }

    /// Goes to the start of a text, which must stay where it is until the last match is taken. False when that
    /// cannot be done.
    func begin(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var status: Int32 = 0
        limit = nil
        let wanted = RuleLimits.regexWork(onBytes: bytes.count)
        if wanted != allowed {
            let limit = ilk_regex_work(steps: Int32(wanted.steps), reads: Int64(wanted.reads))
            ilk_regex_set_limits(regex, limit, RuleLimits.regexStack, &status)
            guard status == 0 else { return false }
            allowed = wanted
        }
        ilk_regex_begin(regex, bytes.baseAddress, Int64(bytes.count), &status)
        return status == 0
    }

    /// The match that begins at a place, the text before it being seen by look-behinds and edges of words.
    func match(at place: Int) -> Outcome {
        var upper: Int64 = 0
        var status: Int32 = 0
        let found = ilk_regex_match_at(regex, Int64(place), &upper, &status)
        guard status == 0 else { return giveUp(status) }
        return found == 1 ? .match(TextSpan(place, Int(upper))) : .end
    }

    /// The next match behind the last one.
    func next() -> Outcome {
        var lower: Int64 = 0
        var upper: Int64 = 0
        var status: Int32 = 0
        let found = ilk_regex_find(regex, &lower, &upper, &status)
        guard status == 0 else { return giveUp(status) }
        return found == 1 ? .match(TextSpan(Int(lower), Int(upper))) : .end
    }

    private func giveUp(_ status: Int32) -> Outcome {
        limit = ilk_regex_is_stack_overflow(status) != 0 ? .stack : .work
        return .gaveUp
    }
}
