/// The scripts with several languages. A model lists its languages grouped by script, in this order.
package enum LanguageGroup: UInt8, Sendable, CaseIterable {
    case latin, cyrillic, arabic, devanagari
    /// Chinese characters and kana.
    case han

    /// The maximum number of languages in a group. A row of the dense table has 48 costs; a sparse entry can
    /// name 63 languages.
    package var capacity: Int { self == .latin ? 48 : 16 }
}
