/// Scripts whose languages a model tells apart. A model's languages stand group by group, in this order.
package enum LanguageGroup: UInt8, Sendable, CaseIterable {
    case latin, cyrillic, arabic, devanagari
    /// Chinese characters and kana.
    case han

    /// How many languages a group may have: a row of the dense table has room for 48, a sparse entry names one of 63.
    package var capacity: Int { self == .latin ? 48 : 16 }
}
