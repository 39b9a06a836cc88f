import IlkVocabulary

/// What versions may be called: numbers with full stops between them, as `1.1.2`, and two words. So a name is never a way
/// out of the registry's folder.
enum VersionName {
    /// What the model in the program is called.
    static let builtIn = "built-in"

    /// What no model is called: the rules alone decide.
    static let none = "none"

    /// Whether what is in use may be called so.
    static func isOne(_ name: String) -> Bool { name == builtIn || name == none || isNumber(name) }

    /// Whether a folder of the registry may be called so.
    static func isNumber(_ name: String) -> Bool {
        let parts = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return (1...4).contains(parts.count)
            && parts.allSatisfy { part in
                (1...9).contains(part.count) && part.allSatisfy(\.isASCIIDigit)
                    && (part.count == 1 || part.first != 0x30)
            }
    }

    /// The numbers of a name, by which versions are ordered.
    static func numbers(_ name: String) -> [Int] { name.split(separator: ".").map { Int($0) ?? 0 } }

    /// Whether the first is older.
    static func isOlder(_ first: String, _ second: String) -> Bool {
        numbers(first).lexicographicallyPrecedes(numbers(second))
    }

    /// The version behind another one: the last number counted on.
    static func next(after name: String) -> String {
        var numbers = numbers(name)
        let last = numbers.popLast() ?? 0
        return (numbers + [last + 1]).map(String.init).joined(separator: ".")
    }
}
