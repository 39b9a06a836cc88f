import IlkSync
import IlkVocabulary

/// The fields of a call for which Monica has no place, encoded as a line at the end of the call's text. The
/// line is visible to users of Monica.
///
///     [ilk d=30 e=happy k=01890A5D-AC96-774B-BCCE-B302099A8057 v=9f2c01d4a7be3310,77aa02c1f09e4d55]
struct CallTrailer: Hashable, Sendable {
    /// The duration in minutes.
    var duration: Int32
    /// The raw value of the emotional state: letters, digits, `-` and `_`.
    var emotion: String?
    /// The store's key of the call.
    var key: SyncKey?
    /// The digests of the version and of the versions that it is based on.
    var lineage: CallLineage
}

extension CallTrailer {
    var line: String {
        var words = ["ilk", "d=\(duration)"]
        if let emotion { words.append("e=\(emotion)") }
        if let key { words.append("k=\(key.recordID)") }
        words.append("v=" + lineage.digests.map { $0.zeroPadded(to: 16, radix: 16) }.joined(separator: ","))
        return "[" + words.joined(separator: " ") + "]"
    }

    /// Returns notes followed by the trailer line.
    func appended(to notes: String) -> String { notes.isEmpty ? line : notes + "\n\n" + line }

    /// Splits a text into notes and trailer.
    ///
    /// - Returns: The notes, and the trailer from the last trailer line. Text after that line belongs to the
    ///   notes. Without a trailer line, the whole text is the notes.
    static func parse(_ text: String) -> (notes: String, trailer: CallTrailer?) {
        // Split by scalars: Swift treats CR LF, which browsers send, as one character that is not a newline.
        let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map {
            String($0)
        }
        for index in lines.indices.reversed() {
            guard let trailer = CallTrailer(line: lines[index]) else { continue }
            var before = lines[..<index]
            // The empty line above the trailer was added with the trailer, so remove it.
            if before.last == "" {
                before.removeLast()
            } else if before.last == "\r" {
                before.removeLast()
                if let last = before.popLast() { before.append(String(last.unicodeScalars.dropLast())) }
            }
            let behind = lines[(index + 1)...]
            return ((before + behind).joined(separator: "\n"), trailer)
        }
        return (text, nil)
    }

    /// Parses a line. Returns `nil` if it is not a trailer.
    init?(line: some StringProtocol) {
        // The server may end lines with CR LF.
        let line = String(String.UnicodeScalarView(line.unicodeScalars.filter { $0 != "\r" }))
        guard line.hasPrefix("[ilk d="), line.hasSuffix("]") else { return nil }
        var parts: [Substring: Substring] = [:]
        for word in line.dropFirst().dropLast().split(separator: " ").dropFirst() {
            let sides = word.split(separator: "=", maxSplits: 1)
            guard sides.count == 2, parts.updateValue(sides[1], forKey: sides[0]) == nil else { return nil }
        }
        guard let duration = parts["d"].flatMap({ Int32($0) }), duration >= 0, let versions = parts["v"]
        else {
            return nil
        }
        var digests: [UInt64] = []
        for version in versions.split(separator: ",") {
            guard let digest = UInt64(version, radix: 16) else { return nil }
            digests.append(digest)
        }
        self.init(
            duration: duration, emotion: parts["e"].map(String.init),
            key: parts["k"].flatMap { RecordID(String($0)) }.map { SyncKey($0) },
            lineage: CallLineage(digests))
    }
}
