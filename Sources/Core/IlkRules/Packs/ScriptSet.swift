package import IlkText

/// Some of the scripts that have names.
package struct ScriptSet: Hashable, Sendable {
    /// A bit a script, by its raw value.
    package private(set) var bits: UInt64 = 0

    /// The scripts that can be asked for.
    package static let scripts = WritingScript.allCases.filter(\.isProper)
    private static let all = scripts.reduce(into: UInt64(0)) { $0 |= 1 << UInt64($1.rawValue) }

    init() {}

    /// The set of these bits; nil when one of them stands for no script that has a name, or none is set.
    init?(bits: UInt64) {
        guard bits != 0, bits & ~Self.all == 0 else { return nil }
        self.bits = bits
    }

    mutating func insert(_ script: WritingScript) { bits |= 1 << UInt64(script.rawValue) }

    @inline(__always)
    package func contains(_ script: WritingScript) -> Bool { bits & 1 << UInt64(script.rawValue) != 0 }
}

extension WritingScript {
    /// The name that a pack may write, as `Greek`.
    var name: String {
        let name = "\(self)"
        return name.prefix(1).uppercased() + name.dropFirst()
    }

    /// The script of this name or code, in any case; nil when there is none that has a name.
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
