/// The state of one matcher for the current text. The state is stale unless ``stamp`` equals the stamp of the
/// text.
package struct MatcherState: BitwiseCopyable {
    /// The stamp of the text for which the state was computed.
    package var stamp: UInt32 = 0
    /// `true` if ``spanStart`` and ``spanCount`` are valid.
    package var isResolved = false
    /// `true` if the text contains one of the literals that every match requires anywhere in the text
    /// (``LiteralUse/Role/gate``).
    package var isGateOpen = false
    /// `true` if matches may be missing, because an expression reached its step limit.
    package var stepLimitReached = false
    /// The first and the last finding of the matcher in the list of all findings, or -1.
    package var firstFinding: Int32 = -1
    var lastFinding: Int32 = -1
    var findings: Int32 = 0
    /// For words: the index of the first word at which the next finding may begin.
    var next: Int32 = 0
    /// The range of the matcher's matches in the list of all matches.
    package var spanStart: Int32 = 0
    package var spanCount: Int32 = 0
}

/// The progress of a phrase with gaps. The progress is stale unless ``stamp`` equals the stamp of the text.
struct StepState {
    var stamp: UInt32 = 0
    /// The index of the last word that matched this step.
    var word: Int32 = 0
    /// The index of the word at which the phrase begins, or -1 if this word is already part of a finding.
    var start: Int32 = -1
}

/// An occurrence of a literal or a phrase, or a position at which a match of an expression may begin.
struct Finding {
    let lower: Int32
    let upper: Int32
    /// The next finding of the same matcher, or -1.
    var next: Int32 = -1
}

/// The cached result of a rule for the current text. The result is stale unless ``stamp`` equals the stamp of
/// the text.
package struct RuleState: BitwiseCopyable {
    package var stamp: UInt32 = 0
    var truth = Truth.no
}
