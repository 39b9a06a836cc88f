import IlkVocabulary

/// The valid names of versions: one to four numbers separated by dots, such as `1.1.2`, and the reserved
/// words `built-in` and `none`.
///
/// No valid name can be a path outside of the registry's folder.
enum VersionName {
    static let builtIn = "built-in"

    /// The name of the state without an active model.
    static let none = "none"

    /// Returns `true` if the active file may contain this name.
    static func isValid(_ name: String) -> Bool { name == builtIn || name == none || isNumber(name) }

    /// Returns `true` if a folder of the registry may have this name.
    static func isNumber(_ name: String) -> Bool {
        let parts = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return (1...4).contains(parts.count)
            && parts.allSatisfy { part in
                (1...9).contains(part.count) && part.allSatisfy(\.isASCIIDigit)
                    && (part.count == 1 || part.first != 0x30)
            }
    }

    static func numbers(_ name: String) -> [Int] { name.split(separator: ".").map { Int($0) ?? 0 } }

    static func isOlder(_ first: String, _ second: String) -> Bool {
        numbers(first).lexicographicallyPrecedes(numbers(second))
    }

    /// Returns the version with the last number incremented: `1.1.2` → `1.1.3`.
    static func next(after name: String) -> String {
        var numbers = numbers(name)
        let last = numbers.popLast() ?? 0
        return (numbers + [last + 1]).map(String.init).joined(separator: ".")
    }
}
