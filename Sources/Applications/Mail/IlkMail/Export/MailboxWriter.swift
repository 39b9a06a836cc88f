import FoundationEssentials
import IlkVocabulary

/// Writes mailboxes in the format mboxrd. In this format, quoted lines can be restored exactly.
public enum MailboxWriter {
    /// Appends a message to a mailbox: the `From ` line that separates messages, the bytes of the message
    /// with `From ` lines quoted, and an empty line.
    ///
    /// - Parameters:
    ///   - message: The message. If its original bytes are not stored, a message is composed from the stored
    ///     fields.
    ///   - file: The bytes of the mailbox.
    /// - Complexity: O(*n*) in the length of the message.
    public static func append(_ message: StoredMessage, to file: inout [UInt8]) {
        let bytes = message.source ?? composed(message.email)
        file.append(contentsOf: Array(envelope(of: message).utf8))
        file.append(0x0A)
        var line = 0
        while line < bytes.count {
            let end = bytes[line...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
            let unquoted = bytes[line..<end].drop { $0 == UInt8(ascii: ">") }
            if unquoted.starts(with: MailboxLine.word) { file.append(UInt8(ascii: ">")) }
            file.append(contentsOf: bytes[line..<end])
            line = end
        }
        if bytes.last != 0x0A { file.append(0x0A) }
        file.append(0x0A)
    }

    private static func envelope(of message: StoredMessage) -> String {
        if let envelope = message.envelope {
            let isSeparator = Array(envelope.utf8).withUnsafeBytes { MailboxLine.isSeparator($0) }
            if isSeparator { return envelope }
        }
        let sender =
            message.email.fromAddress.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
            ? message.email.fromAddress : ""
        return "From \(sender.isEmpty ? "MAILER-DAEMON" : sender) \(asctime(message.email.date))"
    }

    private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Returns a date in UTC in C's format, for example `Tue Dec  5 16:30:58 2006`.
    private static func asctime(_ date: Date) -> String {
        let parts = parts(of: date)
        return
            "\(parts.weekday) \(parts.month) \(parts.day < 10 ? " " : "")\(parts.day) \(parts.time) \(parts.year)"
    }

    private static func parts(
        of date: Date
    ) -> (weekday: String, day: Int, month: String, year: Int, time: String) {
        let seconds = Int(max(0, min(date.timeIntervalSince1970, 253_402_300_799)))
        let (number, rest) = (seconds / 86_400, seconds % 86_400)
        let (year, month, day) = CalendarDay(number).date
        let time = [rest / 3600, rest / 60 % 60, rest % 60].map { $0.zeroPadded(to: 2) }.joined(
            separator: ":")
        return (days[number % 7], day, months[month - 1], year, time)
    }

    /// Composes a message in the format of RFC 5322 from a record without original bytes.
    static func composed(_ email: Email) -> [UInt8] {
        let parts = parts(of: email.date)
        var text =
            "Date: \(parts.weekday), \(parts.day.zeroPadded(to: 2)) \(parts.month) \(parts.year) \(parts.time) +0000\n"
        text += "From: \(address(email.from))\n"
        for (name, addresses) in [("To", email.toAddresses), ("Cc", email.ccAddresses)]
        where !addresses.isEmpty {
            text += "\(name): " + addresses.map(address).joined(separator: ",\n ") + "\n"
        }
        text += "Subject: \(encoded(email.subject))\n"
        if let id = email.messageId { text += "Message-ID: <\(line(id))>\n" }
        if !email.references.isEmpty {
            text += "References: " + email.references.map { "<\(line($0))>" }.joined(separator: "\n ") + "\n"
        }
        text +=
            "MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n"
        let body = email.bodyText ?? email.snippet
        return Array(text.utf8) + Array(body.utf8) + (body.hasSuffix("\n") ? [] : [0x0A])
    }

    private static func address(_ address: MailAddress) -> String {
        guard !address.name.isEmpty else { return line(address.address) }
        let isPlain = address.name.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }
        let name = isPlain ? "\"\(address.name)\"" : encoded(address.name)
        return "\(name) <\(line(address.address))>"
    }

    /// Returns a text as encoded words (RFC 2047) of at most 75 characters. No character is split between two
    /// words.
    private static func encoded(_ text: String) -> String {
        let text = line(text)
        guard !text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) || text.contains("=?") else { return text }
        var words: [String] = []
        var piece: [UInt8] = []
        for scalar in text.unicodeScalars {
            let bytes = UTF8.encode(scalar).map { Array($0) } ?? []
            if piece.count + bytes.count > 45 {
                words.append("=?utf-8?B?\(Data(piece).base64EncodedString())?=")
                piece = []
            }
            piece += bytes
        }
        if !piece.isEmpty { words.append("=?utf-8?B?\(Data(piece).base64EncodedString())?=") }
        return words.joined(separator: "\n ")
    }

    /// Replaces control characters by spaces, so that a value cannot end its line.
    private static func line(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 }))
    }
}
