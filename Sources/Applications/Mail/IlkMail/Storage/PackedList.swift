/// Lists within one column. U+001E separates the entries, and U+001F separates the name of an entry from its
/// address.
enum PackedList {
    static let entrySeparator: UInt8 = 0x1E
    static let nameSeparator: UInt8 = 0x1F

    static func packed(_ entries: [String]) -> String {
        entries.map(clean).joined(separator: "\u{1E}")
    }

    static func packed(_ addresses: [MailAddress]) -> String {
        addresses.map { clean($0.name) + "\u{1F}" + clean($0.address) }.joined(separator: "\u{1E}")
    }

    static func strings(_ packed: String) -> [String] {
        packed.isEmpty ? [] : parts(of: packed, at: entrySeparator, most: .max)
    }

    static func addresses(_ packed: String) -> [MailAddress] {
        strings(packed).map { entry in
            let parts = parts(of: entry, at: nameSeparator, most: 1)
            return MailAddress(name: parts[0], address: parts.count > 1 ? parts[1] : "")
        }
    }

    /// Splits a text by bytes, which is ten times as fast as splitting by characters.
    private static func parts(of text: String, at separator: UInt8, most: Int) -> [String] {
        text.utf8.split(separator: separator, maxSplits: most, omittingEmptySubsequences: false)
            .map { String(Substring($0)) }
    }

    private static func clean(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 == entrySeparator || $0 == nameSeparator }) else { return text }
        return String(text.map { $0 == "\u{1E}" || $0 == "\u{1F}" ? " " : $0 })
    }
}
