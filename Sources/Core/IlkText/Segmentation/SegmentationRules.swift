/// The break rules for words and sentences.
public enum SegmentationRules: String, Sendable, CaseIterable {
    /// UAX #29 with ICU's tailoring for the locale and its dictionaries for scripts written without spaces.
    case tailored
    /// UAX #29 without tailoring or dictionaries, independent of the locale.
    case plain
}
