/// A range of a measured value, such as 60 to 100, as a style feature of a model.
///
/// A range excludes its lower bound and includes its upper bound.
package enum ValueRange: Hashable, Sendable {
    /// No value: the text is too short for the measurement.
    case unmeasured
    /// The value 0 or less.
    case zero
    /// Above 0, up to a bound.
    case upTo(Double)
    /// Above one bound, up to another.
    case between(Double, Double)
    /// Above a bound.
    case over(Double)

    /// Creates a range from its index. The bounds divide the numbers above 0 into ranges.
    ///
    /// - Parameters:
    ///   - index: The index of the range: -1 for no value, 0 for zero, and 1 or more for the ranges above
    ///     zero.
    ///   - cuts: The upper bounds of all ranges except the last, ascending.
    package init(at index: Int, of cuts: [Double]) {
        switch index {
        case ..<0: self = .unmeasured
        case 0: self = .zero
        case _ where index > cuts.count: self = .over(cuts.last ?? 0)
        case 1: self = .upTo(cuts[0])
        default: self = .between(cuts[index - 2], cuts[index - 1])
        }
    }

    /// Parses an id: `none`, `0`, `..1`, `60..100`, `250..`.
    package init?(id: some StringProtocol) {
        switch id {
        case "none": self = .unmeasured
        case "0": self = .zero
        default:
            guard let dots = id.firstRange(of: "..") else { return nil }
            self.init(lower: id[..<dots.lowerBound], upper: id[dots.upperBound...])
        }
    }

    /// Parses the form of earlier versions: `does not apply`, `0`, `up to 1`, `60 to 100`, `over 250`.
    package init?(formerName name: some StringProtocol) {
        let words = name.split(separator: " ")
        switch (words.first, words.count) {
        case ("does", 3): self = .unmeasured
        case ("0", 1): self = .zero
        case ("up", 3): self.init(lower: "", upper: words[2])
        case ("over", 2): self.init(lower: words[1], upper: "")
        case (let lower?, 3) where words[1] == "to": self.init(lower: lower, upper: words[2])
        default: return nil
        }
    }

    private init?(lower: some StringProtocol, upper: some StringProtocol) {
        switch (Double(lower), Double(upper)) {
        case (let lower?, let upper?) where lower < upper: self = .between(lower, upper)
        case (nil, let upper?) where lower.isEmpty: self = .upTo(upper)
        case (let lower?, nil) where upper.isEmpty: self = .over(lower)
        default: return nil
        }
    }

    /// The stable id for programs, such as `60..100`.
    package var id: String {
        switch self {
        case .unmeasured: "none"
        case .zero: "0"
        case .upTo(let upper): "..\(Self.text(upper))"
        case .between(let lower, let upper): "\(Self.text(lower))..\(Self.text(upper))"
        case .over(let lower): "\(Self.text(lower)).."
        }
    }

    /// Returns the shortest digits of a number, without `.0`.
    static func text(_ number: Double) -> String {
        number == number.rounded() && abs(number) < 1e9 ? String(Int(number)) : "\(number)"
    }
}
