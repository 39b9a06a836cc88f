import ArgumentParser
import IlkPipeline
import IlkVocabulary

/// How probable a category must be to be claimed, as people write it: `.7`, `email=.7`, `email=never`.
struct ThresholdChoice: Hashable, Sendable, ExpressibleByArgument {
    /// The category that it is for, or nil for all that have none of their own.
    let category: Category?
    /// The probability; ``ClaimThresholds/never`` for what is not to be claimed at all.
    let probability: Double

    init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard let last = parts.last, parts.first?.isEmpty == false else { return nil }
        if last == "never" {
            probability = ClaimThresholds.never
        } else {
            guard let number = Double(last), (0...1).contains(number) else { return nil }
            probability = number
        }
        category = parts.count == 2 ? Category(String(parts[0])) : nil
    }

    /// As the option takes it.
    static func written(_ probability: Double, for category: Category?) -> String {
        let number = probability > 1 ? "never" : "\(probability)"
        return category.map { "\($0)=\(number)" } ?? number
    }
}
