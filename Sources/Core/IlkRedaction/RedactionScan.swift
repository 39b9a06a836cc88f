import IlkVocabulary

/// Finds the parts of a text to redact, one position at a time.
///
/// Every search is bounded, starts only at the beginning of a run, or caches the end of the run. Therefore
/// the scan takes linear time.
struct RedactionScan {
    struct Hit {
        var type: TextRedaction.DataType
        var range: Range<Int>
    }

    let bytes: [UInt8]
    /// A cache for finding JSON Web Tokens: for each of their three parts, the last run of token characters
    /// that was scanned.
    var tokenRuns = [Range<Int>](repeating: 0..<0, count: 3)

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Returns the match that begins at a position. If several types match, the first in the order of
    /// ``TextRedaction/DataType`` is used.
    mutating func hit(at place: Int, types: Set<TextRedaction.DataType>) -> Hit? {
        guard Self.canBegin(bytes[place]) else { return nil }
        for type in TextRedaction.DataType.allCases where types.contains(type) {
            let range: Range<Int>? =
                switch type {
                case .secret: secret(at: place)
                case .email: email(at: place).map { place..<$0 }
                case .iban: iban(at: place).map { place..<$0 }
                case .card: card(at: place).map { place..<$0 }
                case .ip: (ipv4(at: place) ?? ipv6(at: place)).map { place..<$0 }
                case .phone: phone(at: place).map { place..<$0 }
                }
            if let range { return Hit(type: type, range: range) }
        }
        return nil
    }

    private static func canBegin(_ byte: UInt8) -> Bool {
        byte.isWordByte || "+(-:.%".utf8.contains(byte)
    }

    /// `true` if the byte before a position does not belong to a word.
    func isStart(_ place: Int) -> Bool { place == 0 || !bytes[place - 1].isWordByte }
    /// `true` if the byte at a position does not belong to a word, or if the text ends there.
    func isEnd(_ place: Int) -> Bool { place >= bytes.count || !bytes[place].isWordByte }
    /// The byte at a position, or 0 after the end.
    func byte(_ place: Int) -> UInt8 { place < bytes.count ? bytes[place] : 0 }

    func run(from place: Int, atMost: Int = .max, _ isIn: (UInt8) -> Bool) -> Int {
        var end = place
        while end < bytes.count, end - place < atMost, isIn(bytes[end]) { end += 1 }
        return end
    }

}

// MARK: - Addresses

extension RedactionScan {
    private static func isLocal(_ byte: UInt8) -> Bool {
        byte.isWordByte || ".%+-".utf8.contains(byte)
    }

    private static func isDomain(_ byte: UInt8) -> Bool {
        byte.isASCIIAlphanumeric || byte >= 0x80 || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
    }

    /// Returns the end of the mail address that begins at a position.
    func email(at place: Int) -> Int? {
        guard place == 0 || !Self.isLocal(bytes[place - 1]) else { return nil }
        let at = run(from: place, Self.isLocal)
        guard at > place, byte(at) == UInt8(ascii: "@") else { return nil }
        var end = run(from: at + 1, Self.isDomain)
        while end > at, byte(end - 1) == UInt8(ascii: ".") || byte(end - 1) == UInt8(ascii: "-") { end -= 1 }
        let labels = bytes[(at + 1)..<max(at + 1, end)].split(
            separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard labels.count > 1, labels.allSatisfy({ !$0.isEmpty }), let last = labels.last, last.count > 1,
            !last.allSatisfy({ $0.isASCIIDigit })
        else { return nil }
        return end
    }

    func ipv4(at place: Int) -> Int? {
        guard isStart(place), place == 0 || bytes[place - 1] != UInt8(ascii: ".") else { return nil }
        var end = place
        for part in 0..<4 {
            if part > 0 {
                guard byte(end) == UInt8(ascii: ".") else { return nil }
                end += 1
            }
            let digits = run(from: end, atMost: 3) { $0.isASCIIDigit }
            guard digits > end, bytes[end..<digits].reduce(0, { 10 * $0 + Int($1 - 48) }) < 256 else {
                return nil
            }
            end = digits
        }
        let goesOn = byte(end) == UInt8(ascii: ".") && byte(end + 1).isASCIIDigit
        return isEnd(end) && !goesOn ? end : nil
    }

    func ipv6(at place: Int) -> Int? {
        guard isStart(place), place == 0 || bytes[place - 1] != UInt8(ascii: ":") else { return nil }
        let colon = UInt8(ascii: ":")
        let end = run(from: place, atMost: 40) { $0.isASCIIHexDigit || $0 == colon }
        let found = bytes[place..<end]
        guard isEnd(end), found.contains(where: { $0.isASCIIDigit }) else { return nil }
        let groups = found.split(separator: colon, omittingEmptySubsequences: false)
        let empty = groups.filter(\.isEmpty).count
        guard groups.count > 2, groups.count <= 9, groups.allSatisfy({ $0.count <= 4 }) else { return nil }
        if empty == 0 { return groups.count == 8 ? end : nil }
        // One `::` is allowed. At the start or end of the address, it makes two empty groups.
        let isOpenStart = groups[0].isEmpty
        let isOpenEnd = groups[groups.count - 1].isEmpty
        let expected = 1 + (isOpenStart ? 1 : 0) + (isOpenEnd ? 1 : 0)
        let isOne = empty == expected && (!isOpenStart || groups[1].isEmpty)
        let isOneAtEnd = !isOpenEnd || groups[groups.count - 2].isEmpty
        return isOne && isOneAtEnd && groups.count - empty >= 2 ? end : nil
    }
}
