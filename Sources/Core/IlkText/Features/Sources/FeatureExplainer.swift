import IlkVocabulary

/// Says where each number of a text's features comes from.
///
/// It counts everything anew and one by one, place after place: that is slow, and what makes it the measure that the
/// fast survey is held to. The two give the same numbers to the last bit.
public struct FeatureExplainer: Sendable {
    /// An explainer.
    public init() {}

    /// The source of each feature, in the order of the features.
    ///
    /// - Parameter analysis: A text, taken apart with all features.
    /// - Complexity: Linear in the length of the text, with memory for each place.
    public func explain(_ analysis: AnalyzedText) -> [FeatureSource] {
        var survey = PlainSurvey()
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
