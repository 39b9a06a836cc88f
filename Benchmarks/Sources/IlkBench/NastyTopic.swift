import IlkText
import IlkVocabulary

/// Worst-case inputs of two lengths. A linear algorithm takes time in proportion to the length.
enum NastyTopic {
    private static let inputs: [(String, unit: String)] = [
        ("combining marks", "\u{301}"), ("a letter's combining marks", "a\u{301}\u{302}"),
        ("ZWJ", "\u{200D}"),
        ("ZWJ chains", "👩\u{200D}"), ("regional indicators", "🇩"), ("one word", "x"),
        ("one word, not ASCII", "é"),
        ("full stops", "."), ("full stops and marks", ".\u{301}"), ("stops and blanks", ". "),
        ("stop and numbers", "1. "),
        ("letters and stops", "a."), ("quotes", "\""), ("soft hyphens", "\u{AD}"), ("CR", "\r"),
        ("Hebrew quotes", "א\""),
        ("underscores", "_"), ("blanks", " "), ("emoji", "😀"), ("Hangul", "한"),
    ]
    /// The lengths of the inputs in bytes. The long one is the maximum length of a text.
    private static let short = 250_000
    private static let long = 100_000_000

    static func run() throws {
        let analyzer = try TextAnalyzer()
        var segmented = TokenizedText()
        var sentences: [TextSpan] = []
        func seconds(_ unit: String, _ size: Int) -> Double {
            let text = Array(String(repeating: unit, count: max(1, size / unit.utf8.count)).utf8)
            let times = (0..<3).map { _ in
                Measurement.time(1) {
                    text.withUnsafeBufferPointer {
                        analyzer.segment($0, into: &segmented, sentences: &sentences)
                    }
                }
            }
            return Measurement.median(times)
        }
        for (name, unit) in inputs {
            _ = seconds(unit, 8 * short)
            let (once, eight) = (seconds(unit, short), seconds(unit, 8 * short))
            let rate = Int(Double(8 * short) / eight / 1e6)
            print(
                "\(name): \(Double(Int(eight / once * 10)) / 10) times as long for 8 times the text, \(rate) MB/s"
            )
        }
        print("one word of 100 MB: \(Int(seconds("x", long) * 1000)) ms")
    }
}
