import FoundationEssentials

/// The lines in which two versions of a pack differ.
struct ChangedLines {
    struct Line {
        /// `−` for a removed line, `+` for an added line.
        let sign: String
        let style: String
        let number: Int
        let text: String
    }

    /// Larger packs are not compared, because the time grows with the product of lines and changes.
    private static let maximumLines = 3000

    let lines: [Line]

    /// - Parameters:
    ///   - old: The earlier text.
    ///   - new: The later text.
    /// - Returns: `nil` if the texts are equal or too long.
    init?(from old: String, to new: String) {
        let (before, after) = (Self.lines(of: old), Self.lines(of: new))
        guard before != after, max(before.count, after.count) <= Self.maximumLines else { return nil }
        let difference = after.difference(from: before)
        lines = difference.map { change in
            switch change {
            case .remove(let offset, let text, _):
                Line(sign: "−", style: "against", number: offset + 1, text: String(text))
            case .insert(let offset, let text, _):
                Line(sign: "+", style: "add", number: offset + 1, text: String(text))
            }
        }.sorted { ($0.number, $0.sign) < ($1.number, $1.sign) }
    }

    private static func lines(of text: String) -> [Substring] {
        text.split(separator: "\n", omittingEmptySubsequences: false)
    }
}
