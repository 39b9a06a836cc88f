import CICU
import IlkVocabulary

/// A cursor that runs one regular expression on one text after another, within limits of work and stack. It
/// is not thread-safe.
package final class RegexCursor {
    /// The result of a search.
    enum Outcome {
        case match(TextSpan)
        case end
        /// A limit was reached, so it is unknown whether there is a match.
        case limitReached
    }

    private let regex: OpaquePointer
    private var allowed: RegexWork?
    /// The limit that was reached in the current text, or `nil`.
    package private(set) var limit: RegexLimit?

    /// Creates a cursor that owns a compiled expression.
    init(_ regex: OpaquePointer) {
        self.regex = regex
    }

    deinit { ilk_regex_free(regex) }

    var work: RegexWork {
        let work = ilk_regex_work_of(regex)
        return RegexWork(steps: Int(work.steps), reads: Int(work.reads))
    }

    /// Starts a text, whose memory must stay valid until the last match. Returns `false` if ICU fails.
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

    /// Matches at a position. Look-behinds and word boundaries also see the text before it.
    func match(at place: Int) -> Outcome {
        var upper: Int64 = 0
        var status: Int32 = 0
        let found = ilk_regex_match_at(regex, Int64(place), &upper, &status)
        guard status == 0 else { return giveUp(status) }
        return found == 1 ? .match(TextSpan(place, Int(upper))) : .end
    }

    /// Finds the next match after the last one.
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
        return .limitReached
    }
}
