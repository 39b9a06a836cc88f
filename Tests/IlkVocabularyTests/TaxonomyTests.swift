import IlkVocabulary
import Testing

@Suite struct `Taxonomies` {
    @Test(arguments: [
        (Taxonomy.documentType, "doctype", ["email", "message", "document", "social", "code", "search"]),
        (.emotion, "emotion", ["happy", "neutral", "sad", "frustrated", "excited"]),
        (.severity, "severity", ["debug", "info", "warn", "error"]),
        (.spam, "spam", ["ham", "spam"]),
    ])
    func `the shipped ones have these names, in this order`(
        taxonomy: Taxonomy, name: String, categories: [String]
    ) {
        #expect(taxonomy.name == name)
        #expect(taxonomy.categories.map(\.rawValue) == categories)
        #expect(Taxonomy.shipped.contains(taxonomy))
    }

    @Test(arguments: zip(EmotionalState.allCases, ["😊", "😐", "😢", "😤", "🤩"]))
    func `an emotional state has its face and its title`(state: EmotionalState, face: String) {
        #expect(state.emoji == face)
        #expect(state.displayName.lowercased() == state.rawValue && state.displayName != state.rawValue)
        #expect(state.id == state.rawValue)
    }
}
