import Foundation
import IlkVocabulary
import Testing

@Suite struct `Taxonomies` {
    @Test(arguments: [
        (Taxonomy.documentType, "doctype", ["email", "message", "document", "social", "code", "search"]),
        (.emotion, "emotion", ["happy", "neutral", "sad", "frustrated", "excited"]),
        (.severity, "severity", ["debug", "info", "warn", "error"]),
        (.spam, "spam", ["ham", "spam"]),
    ])
    func `the shipped taxonomies have fixed names and categories`(
        taxonomy: Taxonomy, name: String, categories: [String]
    ) {
        #expect(taxonomy.name == name)
        #expect(taxonomy.categories.map(\.rawValue) == categories)
        #expect(Taxonomy.shipped.contains(taxonomy))
    }

    @Test(arguments: [3, 31, 32, 20_000])
    func `indices are found in small and large taxonomies, and are not encoded`(count: Int) throws {
        let names = (0..<count).map { Category("c\($0)") }
        let taxonomy = Taxonomy(name: "made", categories: names + names.prefix(2))
        #expect(taxonomy.count == count)
        // With linear searches, this would take minutes for the largest taxonomy.
        for _ in 0..<20 {
            #expect(names.indices.allSatisfy { taxonomy.index(of: names[$0]) == $0 })
        }
        #expect(taxonomy.index(of: "other") == nil)
        let json = try JSONEncoder().encode(taxonomy)
        let members = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
        #expect(Set(members.keys) == ["name", "categories"])
        let read = try JSONDecoder().decode(Taxonomy.self, from: json)
        #expect(read == taxonomy && read.hashValue == taxonomy.hashValue)
        #expect(read.index(of: names[count - 1]) == count - 1)
    }

    @Test func `a multi-label taxonomy differs from one with the same labels, and only it is marked`() throws
    {
        let taxonomy = Taxonomy(name: "made", categories: ["a", "b"], isMultilabel: true)
        #expect(taxonomy != Taxonomy(name: "made", categories: ["a", "b"]))
        let json = try JSONEncoder().encode(taxonomy)
        let fields = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
        #expect(fields["multilabel"] as? Bool == true)
        #expect(try JSONDecoder().decode(Taxonomy.self, from: json) == taxonomy)
    }

    @Test func `a text has any number of distinct labels`() {
        let several = Taxonomy(name: "made", categories: ["a", "b"], isMultilabel: true)
        let one = Taxonomy(name: "made", categories: ["a", "b"])
        var text = LabeledText(text: "t", category: "a")
        #expect(text.categories == ["a"] && text.isLabeled(by: one) && text.isLabeled(by: several))
        text.categories = ["b", "a", "b"]
        #expect(text.categories == ["b", "a"] && text.category == "b")
        #expect(!text.isLabeled(by: one) && text.isLabeled(by: several))
        text.categories = []
        #expect(text.categories.isEmpty && !text.isLabeled(by: one) && text.isLabeled(by: several))
        text.categories = ["a", "c"]
        #expect(!text.isLabeled(by: several))
    }

    @Test(arguments: zip(EmotionalState.allCases, ["😊", "😐", "😢", "😤", "🤩"]))
    func `an emotional state has an emoji and a title`(state: EmotionalState, face: String) {
        #expect(state.emoji == face)
        #expect(state.displayName.lowercased() == state.rawValue && state.displayName != state.rawValue)
        #expect(state.id == state.rawValue)
    }
}
