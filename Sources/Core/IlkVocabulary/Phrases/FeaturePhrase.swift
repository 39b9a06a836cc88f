/// The words for the ranges of a style feature, such as `10 to 40 % of the lines are comments`.
struct FeaturePhrase: Sendable {
    /// The form of the amount in a phrase.
    enum Amount: Sendable {
        /// An integer with a noun in the singular or the plural: `1 comma`, `2 to 5 commas`.
        case count
        /// A fraction in percent: `10 to 40 %`.
        case percent
        /// A number: `4.4 to 4.8`.
        case number
        /// A fraction, multiplied by 100: 0.03 to 0.08 commas per word → `3 to 8` commas per 100 words.
        case perHundred
        /// The inverse of a fraction: 0.03 to 0.05 sentences per word → `20 to 33` words for each sentence.
        case inverse
        /// A flag, 0 or 1. The phrase contains no amount.
        case flag
        /// The difference between two shares, plus 1. The phrase is a comparison: `more … than …`.
        case comparison
    }

    private let amount: Amount
    /// The phrase for the amount 1, with `#` in its place.
    private let one: String
    /// The phrase for other amounts above 0, with `#` in their place.
    private let some: String
    /// The phrase for 0.
    private let none: String
    /// The feature with the number of items, such as lines or commas, over which a share, a mean or a rate is
    /// computed.
    private(set) var counted: TextFeature?
    /// The phrase for amounts above 0 in a text with only one item of ``counted``. `#` stands for the amount.
    private var only = ""

    /// Creates the words for a count.
    ///
    /// - Parameters:
    ///   - one: The noun in the singular, or a phrase with `#` for the amount.
    ///   - many: The noun in the plural, or a phrase with `#` for the amount.
    ///   - none: The phrase for 0, by default `no` with the plural.
    ///   - single: The phrase for 1, by default the singular.
    static func count(
        _ one: String, _ many: String, none: String? = nil, single: String? = nil
    ) -> FeaturePhrase {
        FeaturePhrase(
            amount: .count, one: single ?? amounted(one), some: amounted(many), none: none ?? "no \(many)")
    }

    /// Returns a phrase with `#` for the amount. If the words contain no `#`, it is added at the beginning.
    private static func amounted(_ words: String) -> String { words.contains("#") ? words : "# \(words)" }

    /// Creates the words for a fraction.
    ///
    /// - Parameters:
    ///   - rest: The words after the percentage.
    ///   - none: The phrase for 0.
    static func share(_ rest: String, none: String) -> FeaturePhrase {
        FeaturePhrase(amount: .percent, one: "", some: amounted(rest), none: none)
    }

    /// Creates the words for a mean or another number.
    ///
    /// - Parameters:
    ///   - some: The phrase with `#` for the amount.
    ///   - none: The phrase for 0.
    ///   - amount: The form of the amount.
    static func number(_ some: String, none: String, as amount: Amount = .number) -> FeaturePhrase {
        FeaturePhrase(amount: amount, one: "", some: some, none: none)
    }

    /// Creates the words for a property that a text has or lacks.
    static func flag(_ yes: String, _ no: String) -> FeaturePhrase {
        FeaturePhrase(amount: .flag, one: yes, some: yes, none: no)
    }

    /// Returns the words with a separate phrase for texts that have only one of the counted items, such as
    /// one line or one comma.
    ///
    /// - Parameters:
    ///   - counted: The feature that counts the items.
    ///   - phrase: The phrase for amounts above 0. `#` stands for the amount.
    func single(_ counted: TextFeature, _ phrase: String) -> FeaturePhrase {
        var words = self
        words.counted = counted
        words.only = phrase
        return words
    }

    /// The words for the share of words about plans minus the share of words that express opinions.
    static let plansOverOpinions = FeaturePhrase(
        amount: .comparison, one: "", some: "", none: comparison(.zero))

    private static let plans = "words about plans"
    private static let opinions = "words of opinion"

    /// Returns the phrase for a range.
    ///
    /// - Parameters:
    ///   - range: The range.
    ///   - needsLines: `true` if the feature is measured only in texts with more than one line.
    func text(_ range: ValueRange, needsLines: Bool) -> String {
        switch range {
        case .unmeasured: return needsLines ? "the text is a single line" : "the text is short"
        case .zero: return none
        default: break
        }
        switch amount {
        case .flag: return some
        case .comparison: return Self.comparison(range)
        case .count:
            let amount = Self.whole(range)
            return (amount == "1" ? one : some).replacing("#", with: amount)
        case .percent: return some.replacing("#", with: Self.decimal(range, times: 100) + " %")
        case .number: return some.replacing("#", with: Self.decimal(range))
        case .perHundred: return some.replacing("#", with: Self.decimal(range, times: 100))
        case .inverse: return some.replacing("#", with: Self.inverse(range))
        }
    }

    /// Returns the phrase for a range in a text with only one item of ``counted``, or `nil` for the ranges
    /// `zero` and `unmeasured`.
    func single(_ range: ValueRange) -> String? {
        switch (range, amount) {
        case (.unmeasured, _), (.zero, _): nil
        case (_, .inverse): only.replacing("#", with: Self.inverse(range))
        case (_, _): only.replacing("#", with: Self.decimal(range))
        }
    }

    /// Returns the integers of a range; for example, the range above 60 up to 100 gives `61 to 100`.
    private static func whole(_ range: ValueRange) -> String {
        func words(_ first: Double, _ last: Double) -> String {
            if first >= last { return ValueRange.text(last) }
            let joint = first + 1 == last ? "or" : "to"
            return "\(ValueRange.text(first)) \(joint) \(ValueRange.text(last))"
        }
        return switch range {
        case .unmeasured, .zero: "0"
        case .upTo(let upper): words(1, upper)
        case .between(let lower, let upper): words(lower + 1, upper)
        case .over(let lower) where lower < 3: "\(ValueRange.text(lower + 1)) or more"
        case .over(let lower): "more than \(ValueRange.text(lower))"
        }
    }

    /// Returns the inverse of a range, rounded to integers.
    private static func inverse(_ range: ValueRange) -> String {
        func digits(_ number: Double) -> String { ValueRange.text((1 / max(number, 0.001)).rounded()) }
        return switch range {
        case .unmeasured, .zero: "0"
        case .upTo(let upper): "more than \(digits(upper))"
        case .between(let lower, let upper): "\(digits(upper)) to \(digits(lower))"
        case .over(let lower): "fewer than \(digits(lower))"
        }
    }

    private static func decimal(_ range: ValueRange, times factor: Double = 1) -> String {
        // Two decimals of a percentage are exact for all bounds, and hide the errors of the multiplication.
        func digits(_ number: Double) -> String {
            ValueRange.text((number * factor * 100).rounded() / 100)
        }
        return switch range {
        case .unmeasured, .zero: "0"
        case .upTo(let upper): "up to \(digits(upper))"
        case .between(let lower, let upper): "\(digits(lower)) to \(digits(upper))"
        case .over(let lower): "more than \(digits(lower))"
        }
    }

    /// Returns the phrase for a difference of two shares. The range is that of the difference plus 1.
    private static func comparison(_ range: ValueRange) -> String {
        let (lower, upper): (Double, Double) =
            switch range {
            case .unmeasured, .zero: (-1, 0)
            case .upTo(let upper): (0, upper)
            case .between(let lower, let upper): (lower, upper)
            case .over(let lower): (lower, 2)
            }
        let middle = (lower + upper) / 2 - 1
        guard abs(middle) > 0.02 else { return "as many \(plans) as \(opinions), or neither" }
        let degree =
            switch abs(middle) {
            case ..<0.05: "a few more"
            case ..<0.11: "more"
            case ..<0.3: "many more"
            default: "far more"
            }
        return middle > 0 ? "\(degree) \(plans) than \(opinions)" : "\(degree) \(opinions) than \(plans)"
    }
}
