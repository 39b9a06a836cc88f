import TestSupport

/// Random choices for texts.
package struct TextDice: RandomNumberGenerator {
    private var generator: SeededGenerator

    package init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    package mutating func next() -> UInt64 { generator.next() }

    /// Returns a number below `bound`. Fast, with negligible modulo bias.
    package mutating func below(_ bound: Int) -> Int {
        Int(truncatingIfNeeded: (next() >> 33) % UInt64(bound))
    }

    package mutating func pick<Element>(_ list: [Element]) -> Element { list[below(list.count)] }
}
