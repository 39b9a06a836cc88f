import IlkText
import IlkVocabulary

/// An analysis as plain memory, for loops over every token: no reference counting, no copies.
///
/// Valid only inside the closure that it is handed to; nothing keeps it.
struct AnalysisView {
    // The buffers of an analysis that is borrowed for the closure's duration: they neither move nor change.
    let bytes: UnsafeBufferPointer<UInt8>
    let folded: UnsafeBufferPointer<UInt8>
    let tokens: UnsafeBufferPointer<Token>
    let hashes: UnsafeBufferPointer<UInt64>
    let classes: UnsafeBufferPointer<WordClass>
    let features: UnsafeBufferPointer<Double>

    static func with(_ analysis: borrowing TextAnalysis, _ body: (AnalysisView) -> Void) {
        analysis.bytes.withUnsafeBufferPointer { bytes in
            analysis.folded.withUnsafeBufferPointer { folded in
                analysis.tokens.withUnsafeBufferPointer { tokens in
                    analysis.wordHashes.withUnsafeBufferPointer { hashes in
                        analysis.wordClasses.withUnsafeBufferPointer { classes in
                            analysis.features.values.withUnsafeBufferPointer { features in
                                body(
                                    AnalysisView(
                                        bytes: bytes, folded: folded, tokens: tokens, hashes: hashes,
                                        classes: classes, features: features))
                            }
                        }
                    }
                }
            }
        }
    }

    @inline(__always)
    subscript(feature: TextFeature) -> Double { features[feature.rawValue] }
}
