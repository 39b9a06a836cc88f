public import IlkVocabulary
import TestSupport

/// Generates distinct texts of the six document types.
public struct SyntheticTexts {
    private var generator: SeededGenerator
    private var number = 0

    /// Creates a generator.
    ///
    /// - Parameter seed: The seed. Equal seeds give equal texts.
    public init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    /// The document types.
    public static let categories = Taxonomy.documentType.categories

    private static let things = [
        "kettle", "ladder", "garden", "bicycle", "violin", "lantern", "harvest", "bridge",
    ]
    private static let names = ["Ida", "Marek", "Oksana", "Tomas", "Yuki", "Lena", "Amir", "Paula"]
    private static let months = ["January", "March", "April", "June", "August", "October", "November"]

    /// Returns a new text.
    ///
    /// - Parameter category: A document type. Any other category gives a search query.
    public mutating func text(_ category: IlkVocabulary.Category) -> String {
        number += 1
        let thing = Self.things.randomElement(using: &generator) ?? ""
        let name = Self.names.randomElement(using: &generator) ?? ""
        let month = Self.months.randomElement(using: &generator) ?? ""
        switch category {
        case "email":
            return """
                Dear \(name),
                please find attached the invoice no. \(number) for the \(thing) of \(month).
                Kind regards,
                \(name) and colleagues
                """
        case "message": return "hey \(name) u coming to see the \(thing) at \(number)? lol ok"
        case "document":
            return """
                Section \(number). The committee of \(month) considered the \(thing). It was resolved that the annual \
                report be adopted, and that the findings of the inquiry be published in full.
                """
        case "social": return "So proud of my \(thing)!!! 😍 thanks all #\(thing)\(number) #\(month) @\(name)"
        case "code":
            return
                "func \(thing)\(number)(_ \(name.lowercased()): Int) -> Int {\n    return \(name.lowercased()) * \(number);\n}"
        default: return "best \(thing) repair \(month) near me \(number)"
        }
    }

    /// Returns new texts, of each document type in turn.
    ///
    /// - Parameter count: The number of texts.
    public mutating func texts(_ count: Int) -> [LabeledText] {
        (0..<count).map { index in
            let category = Self.categories[index % Self.categories.count]
            return LabeledText(text: text(category), category: category)
        }
    }
}
