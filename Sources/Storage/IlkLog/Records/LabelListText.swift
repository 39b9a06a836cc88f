import Foundation
import IlkVocabulary

/// A list of labels as the JSON array that the log stores.
enum LabelListText {
    static func text(_ labels: [Category]) throws -> String {
        String(decoding: try JSONEncoder().encode(labels), as: UTF8.self)
    }

    static func labels(_ text: String) throws -> [Category] {
        try JSONDecoder().decode([Category].self, from: Data(text.utf8))
    }
}
