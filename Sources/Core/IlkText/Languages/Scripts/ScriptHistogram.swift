/// The number of characters of each script in a text. A character is a Unicode scalar.
///
/// The histogram does not allocate.
public struct ScriptHistogram: Sendable, Hashable {
    private var counts = SIMD64<UInt32>(repeating: 0)

    /// Creates an empty histogram.
    public init() {}

    /// Counts the characters of a text.
    ///
    /// - Parameter bytes: Valid UTF-8.
    /// - Complexity: O(*n*) in the length of the text.
    public init(utf8 bytes: UnsafeBufferPointer<UInt8>) {
        count(bytes)
    }

    /// Counts the characters of a string.
    ///
    /// - Parameter text: The string.
    /// - Complexity: O(*n*) in the length of the string.
    public init(_ text: String) {
        var text = text
        self = text.withUTF8 { ScriptHistogram(utf8: $0) }
    }

    /// The number of characters of a script, at most 4,294,967,295.
    ///
    /// - Parameter script: The script.
    public subscript(script: WritingScript) -> Int {
        Int(counts[Int(script.rawValue)])
    }

    /// The total number of characters.
    public var total: Int {
        var sum = 0
        for index in 0..<counts.scalarCount { sum += Int(counts[index]) }
        return sum
    }

    /// The number of characters that belong to a named script, which excludes digits, marks, punctuation and
    /// white space.
    public var letters: Int {
        total - self[.common] - self[.inherited] - self[.unlisted]
    }

    /// The named script with the most characters, or `nil` if there is none. In a tie, the earlier case of
    /// ``WritingScript`` wins.
    ///
    /// For Japanese text this is usually ``WritingScript/hiragana`` or ``WritingScript/han``.
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

    /// The scripts that occur, most frequent first. Equally frequent scripts are in the order of
    /// ``WritingScript``.
    public var entries: [(script: WritingScript, count: Int)] {
        WritingScript.allCases.filter { self[$0] > 0 }.map { (script: $0, count: self[$0]) }
            .sorted { ($0.count, $1.script.rawValue) > ($1.count, $0.script.rawValue) }
    }

    /// Adds characters of a script.
    ///
    /// - Parameters:
    ///   - count: The number of characters, at least 0.
    ///   - script: The script of the characters.
    public mutating func add(_ count: Int, of script: WritingScript) {
        let index = Int(script.rawValue)
        counts[index] = UInt32(clamping: Int(counts[index]) + count)
    }
}
