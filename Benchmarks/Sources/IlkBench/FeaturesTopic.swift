import ICUBaseline
import IlkText

/// The features of a text, compared with ICU's word and sentence segmentation alone.
enum FeaturesTopic {
    static func run() throws {
        guard let words = icu_baseline_open("en", 0), let sentences = icu_baseline_open("en", 1) else {
            return
        }
        defer {
            icu_baseline_close(words)
            icu_baseline_close(sentences)
        }
        let room = UnsafeMutableBufferPointer<icu_segment>.allocate(capacity: 1 << 20)
        defer { room.deallocate() }
        print("tokens, sentences, lines and features; medians of \(Measurement.rounds) rounds, MB/s")
        for (name, texts) in BenchTexts.sets() {
            let together = [Array(texts.prefix(2_000).joined(separator: Array("\n\n".utf8)))]
            for (what, texts) in [("one by one", texts), ("as one text", together)] {
                func icu() {
                    for text in texts {
                        text.withUnsafeBufferPointer { bytes in
                            for baseline in [words, sentences] {
                                _ = icu_baseline_cut(
                                    baseline, bytes.baseAddress, Int64(bytes.count), room.baseAddress, 1 << 20
                                )
                            }
                        }
                    }
                }
                for (level, title) in [
                    (FeatureLevel.classification, "for classification"), (.all, "all features"),
                ] {
                    let analyzer = try TextAnalyzer(measuring: level)
                    var analysis = AnalyzedText()
                    let measured = Measurement(
                        {
                            for text in texts {
                                text.withUnsafeBufferPointer { analyzer.analyze($0, into: &analysis) }
                            }
                        }, beside: icu)
                    let bytes = Double(texts.reduce(0) { $0 + $1.count })
                    let rate = Int((bytes / measured.first / 1e6).rounded())
                    let ratio = Double(Int(measured.ratio * 10)) / 10
                    print("\(name), \(what), \(title): \(rate), \(ratio)x ICU's words and sentences")
                }
            }
        }
    }
}
