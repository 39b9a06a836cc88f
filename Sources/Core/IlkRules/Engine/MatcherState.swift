/// What is known of one matcher in the text at hand. Out of date unless ``stamp`` is that of the text.
package struct MatcherState: BitwiseCopyable {
    /// The text that this is about.
    package var stamp: UInt32 = 0
    /// Whether ``spanStart`` and what follows hold.
    package var isResolved = false
    /// Whether one of the literals was found that must stand anywhere in the text.
    package var isGateOpen = false
    /// Whether its expression came to a limit.
    package var gaveUp = false
    /// The first and the last of its findings in the list of all, or -1.
    package var firstFinding: Int32 = -1
    var lastFinding: Int32 = -1
    /// How many findings there are.
    var findings: Int32 = 0
    /// The first byte, or for words the first word, that the next finding may begin at.
    var next: Int32 = 0
    /// Where its matches begin in the list of all, and how many there are.
    package var spanStart: Int32 = 0
    package var spanCount: Int32 = 0
}

/// How far a phrase with gaps has come in the text at hand. Out of date unless ``stamp`` is that of the text.
struct StepState {
    var stamp: UInt32 = 0
    /// The last word that this step was taken by.
    var word: Int32 = 0
    /// The word that the phrase began with, or -1 when its words are taken by a place that was found.
    var start: Int32 = -1
}

/// One place where a literal or a phrase was found.
struct Finding {
    let lower: Int32
    let upper: Int32
    /// The next one of the same matcher, or -1.
    var next: Int32 = -1
}

/// Whether a rule holds for the text at hand, once that was asked.
package struct RuleState: BitwiseCopyable {
    package var stamp: UInt32 = 0
    var truth = Truth.no
}
