/// The target of a measured figure.
struct Target {
    /// The target in words, with its unit.
    let words: String
    private let isMet: (Double) -> Bool

    static func atMost(_ limit: Double, _ unit: String) -> Target {
        Target(words: "at most \(limit.figure) \(unit)") { $0 <= limit }
    }

    static func atLeast(_ limit: Double, _ unit: String) -> Target {
        Target(words: "at least \(limit.figure) \(unit)") { $0 >= limit }
    }

    /// Describes whether a figure meets the target.
    func beside(_ found: Double) -> String { "asked \(words): \(isMet(found) ? "met" : "MISSED")" }
}

extension Double {
    var figure: String {
        let hundredths = (self * 100).rounded() / 100
        return hundredths == hundredths.rounded() ? "\(Int(hundredths))" : "\(hundredths)"
    }
}
