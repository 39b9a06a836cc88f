import IlkVocabulary

/// The line that begins a message in a mailbox: `From sarah@example.com Tue Dec  5 16:30:58 2006`.
enum MailboxLine {
    static let word: [UInt8] = Array("From ".utf8)

    /// Returns `true` if a line begins with `From ` and contains a date. The sender is not checked, because
    /// it may contain spaces.
    static func isSeparator(_ line: UnsafeRawBufferPointer) -> Bool {
        guard line.starts(with: word) else { return false }
        return date(line) != nil
    }

    /// Returns the date of the line in seconds since 1970. According to RFC 4155, the date is in UTC.
    static func date(_ line: UnsafeRawBufferPointer) -> Int64? {
        let words = line.prefix(400).dropFirst(word.count).split(whereSeparator: { $0 <= 0x20 })
        // Month, day and time are followed by a zone and a year in either order, and possibly by more words.
        for (place, part) in words.enumerated().dropFirst() {
            guard let month = month(part), place + 2 < words.count,
                let day = number(words[place + 1], 1...31),
                let time = time(words[place + 2])
            else { continue }
            let years = words.dropFirst(place + 3).prefix(3).compactMap { number($0, 1970...9999) }
            guard let year = years.first else { continue }
            return Int64(CalendarDay(year: year, month: month, day: day).number) * 86_400 + time
        }
        return nil
    }

    private static let months = Array("janfebmaraprmayjunjulaugsepoctnovdec".utf8)

    private static func month(_ word: Slice<UnsafeRawBufferPointer>) -> Int? {
        guard word.count == 3 else { return nil }
        // Setting bit 5 makes an ASCII letter lower-case.
        let letters = word.map { $0 | 0x20 }
        return (0..<12).first { months[3 * $0..<3 * $0 + 3].elementsEqual(letters) }.map { $0 + 1 }
    }

    private static func number(_ word: Slice<UnsafeRawBufferPointer>, _ range: ClosedRange<Int>) -> Int? {
        guard word.count <= 4, let value = Int(asciiDigits: word), range.contains(value) else { return nil }
        return value
    }

    /// Parses `16:30:58` or `16:30` as seconds of the day.
    private static func time(_ word: Slice<UnsafeRawBufferPointer>) -> Int64? {
        let parts = word.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), let hour = number(parts[0], 0...23),
            let minute = number(parts[1], 0...59)
        else { return nil }
        let second = parts.count == 3 ? number(parts[2], 0...60) : 0
        return second.map { Int64(hour * 3600 + minute * 60 + $0) }
    }
}
