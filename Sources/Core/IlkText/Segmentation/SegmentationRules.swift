/// By which rules texts are cut.
public enum SegmentationRules: String, Sendable, CaseIterable {
    /// As ICU tailors UAX #29 to the locale, with its dictionaries for scripts that are written without blanks.
    case tailored
    /// UAX #29 as it stands, whatever the locale: no tailoring, no dictionaries.
    case plain
}
