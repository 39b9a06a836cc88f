package import IlkText

/// A set of named scripts.
package struct ScriptSet: Hashable, Sendable {
    /// One bit per script, by raw value.
    package private(set) var bits: UInt64 = 0

    /// The scripts that a pack can name.
    package static let scripts = WritingScript.allCases.filter(\.isProper)
    private static let all = scripts.reduce(into: UInt64(0)) { $0 |= 1 << UInt64($1.rawValue) }

    init() {}

    /// Creates a set from bits. Returns `nil` if no bit is set or a bit stands for no named script.
    init?(bits: UInt64) {
        guard bits != 0, bits & ~Self.all == 0 else { return nil }
        self.bits = bits
    }

    mutating func insert(_ script: WritingScript) { bits |= 1 << UInt64(script.rawValue) }

    @inline(__always)
    package func contains(_ script: WritingScript) -> Bool { bits & 1 << UInt64(script.rawValue) != 0 }
}

extension WritingScript {
    /// The name in rule packs, for example `Greek`.
    var name: String {
        let name = "\(self)"
        return name.prefix(1).uppercased() + name.dropFirst()
    }

    /// Creates a script from its name or code in any case. Returns `nil` if there is no such named script.
    init?(written text: String) {
        let wanted = text.lowercased()
        guard
            let script = ScriptSet.scripts.first(where: {
                "\($0)" == wanted || $0.code.lowercased() == wanted
            })
        else { return nil }
        self = script
    }
}
