/// What is asked of a figure.
struct Asked {
    /// In words, with the unit.
    let words: String
    private let isMet: (Double) -> Bool

    static func atMost(_ limit: Double, _ unit: String) -> Asked {
        Asked(words: "at most \(limit.figure) \(unit)") { $0 <= limit }
    }

    static func atLeast(_ limit: Double, _ unit: String) -> Asked {
        Asked(words: "at least \(limit.figure) \(unit)") { $0 >= limit }
    }

    /// What was found beside what was asked.
    func beside(_ found: Double) -> String { "asked \(words): \(isMet(found) ? "met" : "MISSED")" }
}

extension Double {
    /// With two decimals where it has any.
    var figure: String {
        let hundredths = (self * 100).rounded() / 100
        return hundredths == hundredths.rounded() ? "\(Int(hundredths))" : "\(hundredths)"
    }
}
