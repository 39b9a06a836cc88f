import IlkText
import IlkVocabulary

// Declared here instead of in `IlkText`, because functions of another module are called, not inlined.
extension AnalyzedText.View {
    @inline(__always)
    subscript(feature: TextFeature) -> Double { features[feature.rawValue] }
}
