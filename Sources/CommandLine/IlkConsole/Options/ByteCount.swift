import IlkVocabulary
import ArgumentParser

/// A number of bytes with an optional unit: `1048576`, `64K`, `1MiB`. Units are powers of 1024.
package struct ByteCount: Hashable, Sendable, ArgumentWithForm, CustomStringConvertible {
    package static let argumentForm = "a number of bytes, such as 65536, 64K or 2M"

    package let bytes: Int

    package init(_ bytes: Int) { self.bytes = bytes }

    /// Parses a positive number of at most one exbibyte. Returns `nil` for anything else.
    package init?(argument: String) {
        let digits = argument.utf8.prefix { $0.isASCIIDigit }
        let unit = String(decoding: argument.utf8.dropFirst(digits.count), as: UTF8.self)
        guard let number = Int(asciiDigits: digits), number > 0,
            let shift = Self.shift(of: unit.lowercased())
        else { return nil }
        let (bytes, overflows) = number.multipliedReportingOverflow(by: 1 << shift)
        guard !overflows, bytes <= 1 << 60 else { return nil }
        self.bytes = bytes
    }

    /// The number of bytes in the largest unit that gives an integer, such as `64KiB`.
    package var description: String {
        for (unit, shift) in [("GiB", 30), ("MiB", 20), ("KiB", 10)] where bytes.isMultiple(of: 1 << shift) {
            return "\(bytes >> shift)\(unit)"
        }
        return "\(bytes)"
    }

    private static func shift(of unit: String) -> Int? {
        switch unit {
        case "", "b": 0
        case "k", "kb", "kib": 10
        case "m", "mb", "mib": 20
        case "g", "gb", "gib": 30
        default: nil
        }
    }
}
