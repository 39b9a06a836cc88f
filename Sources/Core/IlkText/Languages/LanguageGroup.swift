/// The scripts with several languages. A model lists its languages grouped by script, in this order.
package enum LanguageGroup: UInt8, Sendable, CaseIterable {
    case latin, cyrillic, arabic, devanagari
    /// Chinese characters and kana.
    case han

    /// The maximum number of languages in a group. For Latin, it is the number of costs in a row of the dense
    /// table.
    package var capacity: Int { self == .latin ? 48 : 16 }
}
