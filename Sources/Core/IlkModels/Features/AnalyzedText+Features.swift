import IlkText
import IlkVocabulary

// Here and not in `IlkText`: functions of another module are called, not inlined.
extension AnalyzedText.View {
    /// The value of a feature.
    @inline(__always)
    subscript(feature: TextFeature) -> Double { features[feature.rawValue] }
}
