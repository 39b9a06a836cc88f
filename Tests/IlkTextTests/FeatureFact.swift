import IlkText
import IlkVocabulary
import Testing

struct FeatureFact: CustomTestStringConvertible, Sendable {
    let text: String
    let feature: TextFeature
    let value: Double
    var testDescription: String { "\(feature.name) of '\(text.prefix(30))'" }

    init(_ text: String, _ feature: TextFeature, _ value: Double) {
        self.text = text
        self.feature = feature
        self.value = value
    }
}
