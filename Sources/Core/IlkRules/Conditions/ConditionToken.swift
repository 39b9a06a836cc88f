/// One word or mark of a condition, with its place in Unicode scalars.
struct ConditionToken: Equatable {
    enum Kind: Equatable {
        case name(String)
        case number(Double)
        case comparison(Comparison)
        case open
        case close
        case comma
        case end
        /// What has no place in a condition, and what to write instead.
        case bad(hint: String?)
    }

    let kind: Kind
    let range: Range<Int>

    /// How people would call it.
    var described: String {
        switch kind {
        case .name(let name): "'\(name)'"
        case .number: "a number"
        case .comparison(let comparison): "'\(comparison.rawValue)'"
        case .open: "'('"
        case .close: "')'"
        case .comma: "','"
        case .end: "the end"
        case .bad: "a mark that means nothing here"
        }
    }
}

/// How two numbers are compared.
package enum Comparison: String, Sendable, CaseIterable {
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case equal = "=="
    case notEqual = "!="
}
