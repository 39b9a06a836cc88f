import ICUBaseline
import IlkText
import IlkVocabulary

/// Sentences and whole tokens, compared with ICU's break iterator over UText.
enum SegmentationTopic {
    static func run() throws {
        let segmenter = try TextSegmenter()
        let analyzer = try TextAnalyzer()
        var segmented = TokenizedText()
        var spans: [TextSpan] = []
        guard let words = icu_baseline_open("en", 0), let sentences = icu_baseline_open("en", 1) else {
            return
        }
        defer {
            icu_baseline_close(words)
            icu_baseline_close(sentences)
        }
        print("ICU \(TextAnalyzer.icuVersion); medians of \(Measurement.rounds) rounds, MB/s")
        for (name, texts) in BenchTexts.sets() {
            let room = UnsafeMutableBufferPointer<icu_segment>.allocate(capacity: 1 << 16)
            defer { room.deallocate() }
            func icu(_ baseline: OpaquePointer) {
                each(texts) {
                    icu_baseline_cut(baseline, $0.baseAddress, Int64($0.count), room.baseAddress, 1 << 16)
                }
            }
            tell(
                name, "sentences", texts,
                Measurement(
                    { each(texts) { segmenter.sentences(validUTF8: $0, into: &spans) } },
                    beside: { icu(sentences) }))
            tell(
                name, "tokens and sentences", texts,
                Measurement(
                    { each(texts) { analyzer.segment($0, into: &segmented, sentences: &spans) } },
                    beside: {
                        icu(words)
                        icu(sentences)
                    }))
        }
    }

    private static func each(_ texts: [[UInt8]], _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        for text in texts { text.withUnsafeBufferPointer(body) }
    }

    private static func tell(_ name: String, _ what: String, _ texts: [[UInt8]], _ measured: Measurement) {
        let bytes = Double(texts.reduce(0) { $0 + $1.count })
        func rate(_ seconds: Double) -> String { String(Int((bytes / seconds / 1e6).rounded())) }
        let ratio = Double(Int(measured.ratio * 10)) / 10
        print("\(name), \(what): \(rate(measured.first)), ICU \(rate(measured.second)), \(ratio)x")
    }
}
