import ICUBaseline
import IlkSentences
import IlkVocabulary

/// Sentences of the style `people`, compared with ICU's sentences. `peers/sentences.py` measures pySBD.
enum SentencesTopic {
    static func run() throws {
        guard let icu = icu_baseline_open("en", 1) else { return }
        defer { icu_baseline_close(icu) }
        let room = UnsafeMutableBufferPointer<icu_segment>.allocate(capacity: 1 << 16)
        defer { room.deallocate() }
        let splitter = SentenceSplitter()
        var spans: [TextSpan] = []
        print("medians of \(Measurement.rounds) rounds, MB/s")
        for (name, texts) in BenchTexts.sets() {
            let measured = Measurement(
                {
                    for text in texts {
                        text.withUnsafeBufferPointer { splitter.split($0, into: &spans) }
                    }
                },
                beside: {
                    for text in texts {
                        text.withUnsafeBufferPointer {
                            _ = icu_baseline_cut(
                                icu, $0.baseAddress, Int64($0.count), room.baseAddress, 1 << 16)
                        }
                    }
                })
            let bytes = Double(texts.reduce(0) { $0 + $1.count })
            func rate(_ seconds: Double) -> String { String(Int((bytes / seconds / 1e6).rounded())) }
            let ratio = Double(Int(measured.ratio * 10)) / 10
            print("\(name): \(rate(measured.first)), ICU \(rate(measured.second)), \(ratio)x")
        }
    }
}
