import IlkVocabulary

// Numbers of accounts, cards and telephones.

extension RedactionScan {
    /// Reads digits from a position. Between two digits, one separator is allowed.
    ///
    /// - Returns: The value of each digit and the offset after it.
    private func digits(
        from place: Int, atMost count: Int, separators: String.UTF8View
    ) -> [(value: Int, end: Int)] {
        var found: [(value: Int, end: Int)] = []
        var next = place
        while found.count < count {
            if !found.isEmpty, separators.contains(byte(next)), byte(next + 1).isASCIIDigit { next += 1 }
            guard byte(next).isASCIIDigit else { break }
            next += 1
            found.append((Int(bytes[next - 1] - 48), next))
        }
        return found
    }

    /// `true` if a position is not inside a longer number, such as the `5` in `12.5`.
    private func isNumberStart(_ place: Int) -> Bool {
        guard isStart(place) else { return false }
        guard place > 1, ".-,".utf8.contains(bytes[place - 1]) else { return true }
        return !bytes[place - 2].isASCIIDigit
    }

    func card(at place: Int) -> Int? {
        guard (UInt8(ascii: "2")...UInt8(ascii: "6")).contains(byte(place)), isNumberStart(place) else {
            return nil
        }
        let found = digits(from: place, atMost: 20, separators: " -".utf8)
        for count in stride(from: min(19, found.count), through: 13, by: -1) {
            let end = found[count - 1].end
            guard isEnd(end), Self.hasCheckDigit(found.prefix(count).map(\.value)) else { continue }
            return end
        }
        return nil
    }

    /// Returns `true` if digits pass the Luhn check (ISO/IEC 7812-1, annex B).
    static func hasCheckDigit(_ digits: [Int]) -> Bool {
        let sum = digits.reversed().enumerated().reduce(0) { sum, digit in
            let doubled = digit.offset % 2 == 1 ? 2 * digit.element : digit.element
            return sum + (doubled > 9 ? doubled - 9 : doubled)
        }
        return sum % 10 == 0
    }

    func iban(at place: Int) -> Int? {
        guard isStart(place), byte(place).isASCIILetter, byte(place + 1).isASCIILetter,
            byte(place + 2).isASCIIDigit, byte(place + 3).isASCIIDigit
        else { return nil }
        // An IBAN has two letters, two check digits, and 11 to 30 letters and digits, optionally in groups.
        // The length depends on the country, so the longest candidate with valid check digits (ISO 13616) is
        // used.
        var ends: [(end: Int, characters: [UInt8])] = []
        var characters: [UInt8] = []
        var next = place
        while characters.count < 34 {
            if characters.count > 3, byte(next) == UInt8(ascii: " ") { next += 1 }
            let byte = byte(next)
            guard byte.isASCIIDigit || byte.isASCIILetter else { break }
            characters.append(byte.asciiUppercased)
            next += 1
            if characters.count >= 15, isEnd(next) { ends.append((next, characters)) }
        }
        return ends.last { Self.hasCheckDigits($0.characters) }?.end
    }

    /// Returns `true` if an IBAN passes the check of ISO 7064 MOD 97-10. The first four characters are moved
    /// to the end, and letters are replaced by numbers from 10. The remainder of the division by 97 must be
    /// 1.
    static func hasCheckDigits(_ iban: [UInt8]) -> Bool {
        let remainder = (iban.dropFirst(4) + iban.prefix(4)).reduce(0) { remainder, byte in
            byte.isASCIIDigit
                ? (10 * remainder + Int(byte - 48)) % 97 : (100 * remainder + Int(byte - 55)) % 97
        }
        return remainder == 1
    }

    func phone(at place: Int) -> Int? {
        guard isNumberStart(place) else { return nil }
        // The position is at a group inside a longer number.
        if place > 1, bytes[place - 1] == 0x20, bytes[place - 2].isASCIIDigit { return nil }
        switch byte(place) {
        case UInt8(ascii: "+"):
            return grouped(from: place + 1, digits: 8...15)
        case UInt8(ascii: "("):
            return grouped(from: place, digits: 9...13)
        case UInt8(ascii: "0"):
            return grouped(from: place, digits: 9...13)
        case UInt8(ascii: "1")...UInt8(ascii: "9"):
            return threeThreeFour(from: place)
        default:
            return nil
        }
    }

    /// Returns the end of a number that may contain spaces, hyphens, dots, slashes or parentheses between its
    /// digits. `digits` is the allowed number of digits.
    private func grouped(from place: Int, digits: ClosedRange<Int>) -> Int? {
        var (count, next, end) = (0, place, place)
        var gap = 0
        while next < bytes.count, count <= digits.upperBound {
            if bytes[next].isASCIIDigit {
                (count, gap, end) = (count + 1, 0, next + 1)
            } else if " -./()".utf8.contains(bytes[next]), gap < 2 {
                gap += 1
            } else {
                break
            }
            next += 1
        }
        return digits.contains(count) && isEnd(end) ? end : nil
    }

    private func threeThreeFour(from place: Int) -> Int? {
        let separator = byte(place + 3)
        guard "-. ".utf8.contains(separator), byte(place + 7) == separator, place + 12 <= bytes.count else {
            return nil
        }
        let isNumber = (0..<12).allSatisfy { $0 == 3 || $0 == 7 || bytes[place + $0].isASCIIDigit }
        return isNumber && isEnd(place + 12) ? place + 12 : nil
    }
}
