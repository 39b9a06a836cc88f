import IlkRedaction
import IlkDebug
import IlkVocabulary

/// The template of a single entry: its text, in which the varying parts, such as numbers, ids and mail
/// addresses, are masked. The result does not depend on other entries.
enum DebugTemplateText {
    /// The maximum number of words in a template.
    static let maximumWords = 48
    /// The maximum number of bytes of a value that are used for the template.
    static let mostBytes = 1024

    /// Returns the template of an entry: the name of the event, followed by the path and the words of each
    /// value.
    static func of(_ entry: DebugLogEntry) -> String { of(event: entry.event, payload: entry.payload) }

    static func of(event: String, payload: DebugPayload) -> String {
        var words = [masked(Array(event.utf8)[...])]
        payload.forEachScalar { path, value in
            guard words.count < maximumWords else { return }
            let name = masked(Array(path.utf8)[...])
            switch value {
            case .null: words.append("\(name)=null")
            case .bool(let said): words.append("\(name)=\(said)")
            case .integer, .number: words.append("\(name)=<n>")
            case .string(let text):
                let parts = self.words(of: text)
                words.append("\(name)=\(parts.first ?? "")")
                words += parts.dropFirst()
            case .array, .object: break
            }
        }
        return words.prefix(maximumWords).joined(separator: " ")
    }

    private static func words(of text: String) -> [String] {
        text.utf8.prefix(mostBytes).split { $0 <= 0x20 }.prefix(maximumWords).map { masked(Array($0)[...]) }
    }

    /// Returns a word with its varying parts masked: `/users/17/posts?x=1` becomes `/users/<*>/posts?<*>`,
    /// `took35ms` becomes `took<n>ms`, an id becomes `<id>`, a mail address `<email>`.
    static func masked(_ word: ArraySlice<UInt8>) -> String {
        guard word.contains(where: { $0.isASCIIHexDigit || $0 == UInt8(ascii: "@") }) else {
            return String(decoding: word, as: UTF8.self)
        }
        if TextRedaction.hasEmail(Array(word)) { return "<email>" }
        if word.contains(UInt8(ascii: "/")) { return path(word) }
        var masked: [UInt8] = []
        var place = word.startIndex
        while place < word.endIndex {
            let end = word[place...].firstIndex { !isIDByte($0) } ?? word.endIndex
            if end > place {
                masked += part(word[place..<end])
                place = end
            } else {
                masked.append(word[place])
                place += 1
            }
        }
        return String(decoding: masked, as: UTF8.self)
    }

    /// Masks the query of a path or URL, and all parts of the path that contain digits.
    private static func path(_ word: ArraySlice<UInt8>) -> String {
        let asked = word.firstIndex(of: UInt8(ascii: "?"))
        let steps = word[..<(asked ?? word.endIndex)].split(
            separator: UInt8(ascii: "/"), omittingEmptySubsequences: false
        ).map { step in step.contains { $0.isASCIIDigit } ? "<*>" : String(decoding: step, as: UTF8.self) }
        return steps.joined(separator: "/") + (asked == nil ? "" : "?<*>")
    }

    /// Masks a sequence of letters, digits, `-` and `_`. A sequence that looks like an id, for example 12
    /// hexadecimal digits, becomes `<id>`. In other sequences, each run of digits becomes `<n>`.
    private static func part(_ run: ArraySlice<UInt8>) -> [UInt8] {
        let digits = run.count { $0.isASCIIDigit }
        guard digits > 0 else {
            let isHexadecimal = run.count >= 12 && run.allSatisfy { $0.isASCIIHexDigit }
            return isHexadecimal ? Array("<id>".utf8) : Array(run)
        }
        if digits == run.count { return Array("<n>".utf8) }
        let isID =
            run.count >= 8 && run.allSatisfy { $0.isASCIIHexDigit || $0 == UInt8(ascii: "-") }
            || run.count >= 20 && digits >= 4
        if isID { return Array("<id>".utf8) }
        var masked: [UInt8] = []
        var isInside = false
        for byte in run {
            if byte.isASCIIDigit {
                if !isInside { masked += "<n>".utf8 }
            } else {
                masked.append(byte)
            }
            isInside = byte.isASCIIDigit
        }
        return masked
    }

    private static func isIDByte(_ byte: UInt8) -> Bool {
        byte.isASCIIWord || byte == UInt8(ascii: "-")
    }
}
