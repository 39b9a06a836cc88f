/// One token of a condition, with its source range in Unicode scalars.
struct ConditionToken: Equatable {
    enum Kind: Equatable {
        case name(String)
        case number(Double)
        case comparison(Comparison)
        case open
        case close
        case comma
        case end
        /// An invalid character, and a hint for the correction.
        case bad(hint: String?)
    }

    let kind: Kind
    let range: Range<Int>

    /// The name of the token in messages.
    var described: String {
        switch kind {
        case .name(let name): "'\(name)'"
        case .number: "a number"
        case .comparison(let comparison): "'\(comparison.rawValue)'"
        case .open: "'('"
        case .close: "')'"
        case .comma: "','"
        case .end: "the end of the condition"
        case .bad: "an unexpected character"
        }
    }
}

package enum Comparison: String, Sendable, CaseIterable {
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case equal = "=="
    case notEqual = "!="
}
