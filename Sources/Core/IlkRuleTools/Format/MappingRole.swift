import IlkRules

/// The type of a mapping in a pack file. The type determines the keys of the mapping and their order.
enum MappingRole {
    case pack
    case overrides
    case rule
    case change
    case exception
    case matchers
    case matcher
    case examples
    case other

    /// Creates the type of a document from its keys.
    init(root keys: some Sequence<String>) {
        self = keys.contains("overrides") ? .overrides : .pack
    }

    /// The keys in canonical order. Empty if any key is allowed, such as the names of matchers.
    var keys: [String] {
        switch self {
        case .pack: PackKeys.pack
        case .overrides: PackKeys.overrides
        case .rule: PackKeys.rule
        case .change: PackKeys.change
        case .exception: PackKeys.exception
        case .matcher: PackKeys.matcher
        case .examples: PackKeys.examples
        case .matchers, .other: []
        }
    }

    /// The key before which unknown keys are written.
    var firstLate: String? {
        switch self {
        case .pack: "rules"
        case .overrides: "change"
        case .rule, .exception: "match"
        case .change, .matchers, .matcher, .examples, .other: nil
        }
    }

    /// `true` for list items whose keys are written on separate lines.
    var isEntry: Bool { self == .rule || self == .change || self == .exception }

    var hasCondition: Bool { self == .rule || self == .exception }

    /// Returns the type of the value of a key, or of the items if the value is a list.
    func role(under key: String) -> MappingRole {
        switch (self, key) {
        case (.pack, "rules"): .rule
        case (.overrides, "change"): .change
        case (.overrides, "except"): .exception
        case (.rule, "match"), (.exception, "match"): .matchers
        case (.rule, "examples"), (.exception, "examples"): .examples
        case (.matchers, _): .matcher
        default: .other
        }
    }
}
