import ICUExpressions
public import IlkVocabulary

/// An expression that ICU runs, with which tests compare pattern programs. Not thread-safe.
public final class ICUExpression {
    /// The result of a search.
    public enum Outcome {
        case match(TextSpan)
        case end
        /// ICU reached a limit of time or memory.
        case limitReached
    }

    private let expression: OpaquePointer

    /// Compiles an expression. Returns `nil` if it is invalid.
    public init?(_ pattern: String) {
        let bytes = Array(pattern.utf8)
        guard let expression = icu_expression_open(bytes, Int32(bytes.count)) else { return nil }
        self.expression = expression
    }

    deinit { icu_expression_close(expression) }

    /// Starts a text, whose memory must stay valid until the last match. Returns `false` if ICU fails.
    public func begin(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        icu_expression_begin(expression, bytes.baseAddress, Int64(bytes.count)) == 1
    }

    /// Matches at a position.
    public func match(at place: Int) -> Outcome {
        var upper: Int64 = 0
        let found = icu_expression_match(expression, Int64(place), &upper)
        return found < 0 ? .limitReached : found == 0 ? .end : .match(TextSpan(place, Int(upper)))
    }

    /// Finds the next match after the last one.
    public func next() -> Outcome {
        var lower: Int64 = 0
        var upper: Int64 = 0
        let found = icu_expression_next(expression, &lower, &upper)
        return found < 0 ? .limitReached : found == 0 ? .end : .match(TextSpan(Int(lower), Int(upper)))
    }
}
