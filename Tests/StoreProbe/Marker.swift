import Foundation
import TestSupport

/// Unique words that are searched for in the bytes of files after their text was purged.
enum Marker {
    static func make(_ random: inout SeededGenerator) -> String {
        "mk" + String(UInt64.random(in: .min ... .max, using: &random), radix: 36) + "q"
    }

    /// Searches all files of a folder for markers.
    ///
    /// - Throws: ``Broken`` if a marker is found.
    static func checkGone(_ markers: Set<String>, from folder: String) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
            let bytes = [UInt8](try Data(contentsOf: URL(filePath: folder + "/" + name)))
            for place in bytes.indices.dropLast(12)
            where bytes[place] == UInt8(ascii: "m") && bytes[place + 1] == UInt8(ascii: "k") {
                let word = bytes[place...].prefix { (48...57).contains($0) || (97...122).contains($0) }
                guard markers.contains(String(decoding: word, as: UTF8.self)) else { continue }
                throw ViolatedGuarantee(description: "a purged text is still in \(name)")
            }
        }
    }
}
