import IlkPipeline
package import IlkStore
import IlkText
import IlkVocabulary

/// The data that a ``ClassificationStream`` gives to the log with each text.
package struct StreamLogging: Sendable {
    /// The source of the entries' ids. The output contains the id of an entry before the entry is stored.
    package var ids: RecordIDSource
    /// `true` to log the features of each text. Logging the features costs another analysis of the text.
    package var logsFeatures: Bool

    /// - Parameters:
    ///   - ids: The source of the entries' ids.
    ///   - logsFeatures: `true` to log the features of each text.
    package init(ids: RecordIDSource, logsFeatures: Bool = false) {
        self.ids = ids
        self.logsFeatures = logsFeatures
    }
}

/// Measures all features of texts. The analysis for a verdict has only the features that the classifier
/// reads.
final class FeatureMeasuring {
    private let analyzer: TextAnalyzer
    private var analysis = AnalyzedText()

    /// - Throws: `PipelineError` if ICU cannot be loaded.
    init() throws(PipelineError) {
        do { analyzer = try TextAnalyzer(measuring: .all) } catch { throw PipelineError(error.description) }
    }

    func features(of text: UnsafeBufferPointer<UInt8>) -> TextFeatures {
        analyzer.analyze(text, into: &analysis)
        return analysis.features
    }
}
