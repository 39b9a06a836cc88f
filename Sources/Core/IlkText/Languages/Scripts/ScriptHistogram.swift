/// How many characters of each script a text has.
///
/// A character is a Unicode scalar. The value lives without memory of its own.
public struct ScriptHistogram: Sendable, Hashable {
    private var counts = SIMD64<UInt32>(repeating: 0)

    /// A histogram of nothing.
    public init() {}

    /// The characters of a text.
    ///
    /// - Parameter bytes: Valid UTF-8.
    /// - Complexity: Linear in the length, with 16 bytes a step over ASCII.
    public init(utf8 bytes: UnsafeBufferPointer<UInt8>) {
        count(bytes)
    }

    /// The characters of a string.
    public init(_ text: String) {
        var text = text
        self = text.withUTF8 { ScriptHistogram(utf8: $0) }
    }

    /// How many characters of a script there are; counting stops at 4,294,967,295.
    public subscript(script: WritingScript) -> Int {
        Int(counts[Int(script.rawValue)])
    }

    /// How many characters there are in all.
    public var total: Int {
        var sum = 0
        for index in 0..<counts.scalarCount { sum += Int(counts[index]) }
        return sum
    }

    /// How many characters belong to a script that has a name: no digits, marks, punctuation or white space.
    public var letters: Int {
        total - self[.common] - self[.inherited] - self[.unlisted]
    }

    /// The script with the most characters among those that have a name; at a tie the one that stands first in
    /// ``WritingScript``. Nil when there is none.
    ///
    /// Japanese text is mostly ``WritingScript/hiragana`` or ``WritingScript/han`` by this count.
    public var dominant: WritingScript? {
        var best: WritingScript?
        var most = 0
        var number = WritingScript.unlisted.rawValue + 1
        while let script = WritingScript(rawValue: number) {
            number += 1
            guard self[script] > most else { continue }
            best = script
            most = self[script]
        }
        return best
    }

    /// The scripts that occur, most frequent first, those with equal counts in the order of ``WritingScript``.
    public var entries: [(script: WritingScript, count: Int)] {
        WritingScript.allCases.filter { self[$0] > 0 }.map { (script: $0, count: self[$0]) }
            .sorted { ($0.count, $1.script.rawValue) > ($1.count, $0.script.rawValue) }
    }

    /// Counts more characters of a script.
    public mutating func add(_ count: Int, of script: WritingScript) {
        let index = Int(script.rawValue)
        counts[index] = UInt32(clamping: Int(counts[index]) + count)
    }
}
