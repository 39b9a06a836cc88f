import IlkVocabulary

@testable import IlkLearning

extension ReviewedText {
    static let taxonomy = Taxonomy(name: "weather", categories: ["cold", "warm", "wet"])

    /// Creates a text with one label.
    static func one(
        _ actual: Category, as predicted: Category, at time: Double = 0, isAudit: Bool = false,
        by author: String = "ana", model: String? = nil
    ) -> ReviewedText {
        ReviewedText(
            time: time, actual: [actual], predicted: [predicted], isAudit: isAudit, author: author,
            model: model)
    }

    /// Returns texts at the seconds 0, 1, ..., of which those at some places are predicted correctly.
    static func series(_ count: Int, isCorrect: (Int) -> Bool) -> [ReviewedText] {
        (0..<count).map { .one("cold", as: isCorrect($0) ? "cold" : "warm", at: Double($0)) }
    }
}
