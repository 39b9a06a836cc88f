import IlkVocabulary

/// Explains each feature value of a text by its formula and the spans of the counted items.
///
/// The explainer recomputes all features with a simple, slow implementation that records the span of each
/// item. Tests verify that the fast implementation gives bit-identical values.
public struct FeatureExplainer: Sendable {
    /// Creates an explainer.
    public init() {}

    /// Returns the source of each feature, in the order of the features.
    ///
    /// - Parameter analysis: A text analyzed at ``FeatureLevel/all``.
    /// - Complexity: O(*n*) in the length of the text, in time and memory.
    public func explain(_ analysis: AnalyzedText) -> [FeatureSource] {
        var survey = ReferenceSurvey()
        AnalyzedText.View.with(analysis) { text in
            survey.surveyBytes(text.bytes)
            survey.surveyWords(text)
            survey.surveyLines(text)
        }
        survey.surveyScripts(analysis)
        survey.formality = Formality.explain(analysis)
        return TextFeature.allCases.map { survey.source(of: $0, analysis) }
    }
}
