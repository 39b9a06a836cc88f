/// Kinds of mail that are hard to parse, in any size: deeply nested, long, malformed or misleading.
public enum HardMail: String, CaseIterable, Sendable {
    case deepMultiparts
    case nestedMessages
    case manyParts
    case unendingBoundaries
    case manyAddressFields
    case manyRecipients
    case longHeaderLine
    case manyHeaderLines
    case noBlankLine
    case continuations
    case encodedWords
    case references
    case nulBytes
    case returnsAlone
    case lyingCharset
    case brokenBase64
    case compressedBomb
    case deepHTML
    case entities
    case quotedPrintable
    case unknownCharset
    case wideHeader
    case nestedArchives

    /// Returns a message of this kind.
    ///
    /// - Parameter count: The number of repetitions of the difficult element.
    /// - Complexity: O(*n*) in the count.
    public func message(_ count: Int) -> [UInt8] {
        let head =
            "From: Ann <ann@x.org>\nSubject: hard\nMessage-ID: <\(rawValue).\(count)@x>\n"
            + "Date: Fri, 01 Mar 2024 10:00:00 +0000\nMIME-Version: 1.0\n"
        return Array(head.utf8) + Array(rest(count).utf8)
    }

    private func rest(_ count: Int) -> String {
        func repeated(_ make: (Int) -> String) -> String { (0..<count).map(make).joined() }
        let html = "Content-Type: text/html; charset=utf-8\n\n"
        let multipart = "Content-Type: multipart/mixed; boundary="
        switch self {
        case .deepMultiparts:
            return repeated { "Content-Type: multipart/mixed; boundary=\"b\($0)\"\n\n--b\($0)\n" }
                + "Content-Type: text/plain\n\nhello\n"
        case .nestedMessages: return repeated { _ in "Content-Type: message/rfc822\n\n" } + "hello\n"
        case .manyParts: return multipart + "b\n\n" + repeated { "--b\n\npart \($0)\n" } + "--b--\n"
        case .unendingBoundaries:
            return multipart + "b\n\n--b\n" + multipart + "bb\n\n"
                + repeated { $0 % 2 == 0 ? "--bb\n" : "--b\n" }
                + "hello\n"
        case .manyAddressFields: return repeated { "To: u\($0)@example.com\n" } + "\nhello\n"
        case .manyRecipients: return "To: " + repeated { "u\($0)@example.com, " } + "x@y\n\nhello\n"
        case .longHeaderLine: return "X-Long: " + repeated { _ in "0123456789" } + "\n\nhello\n"
        case .manyHeaderLines: return repeated { "X-\($0): y\n" } + "\nhello\n"
        case .noBlankLine: return repeated { "X-\($0): y\n" }
        case .continuations:
            return "Content-Type: text/plain" + repeated { ";\n name*\($0)=abc" } + "\n\nhello\n"
        case .encodedWords: return "X-W: " + repeated { _ in "=?utf-8?q?abc?= " } + "\n\nhello\n"
        case .references: return "References:" + repeated { " <r\($0)@x>" } + "\n\nhello\n"
        case .nulBytes: return "X-N: a\u{0}b\n\n" + repeated { _ in "\u{0}text" } + "\n"
        case .returnsAlone: return "\r" + repeated { _ in "line\r" }
        case .lyingCharset:
            return "Content-Type: text/plain; charset=utf-7\n\n" + repeated { _ in "+AGE-é+" } + "\n"
        case .brokenBase64:
            return "Content-Type: text/plain\nContent-Transfer-Encoding: base64\n\n"
                + repeated { _ in "aGVs!b=G8\n" }
        case .compressedBomb:
            return "Content-Type: application/zip; name=a.zip\nContent-Disposition: attachment\n"
                + "Content-Transfer-Encoding: base64\n\n" + repeated { _ in "UEsDBBQAAAAIAAAAIQAAAAAA\n" }
        case .deepHTML: return html + repeated { _ in "<div><b>x" } + "\n"
        case .entities: return html + repeated { _ in "&amp;&nope;&#x41;&#99999999;" } + "\n"
        case .quotedPrintable:
            return "Content-Type: text/plain\nContent-Transfer-Encoding: quoted-printable\n\n"
                + repeated { _ in "=C3=A9=ZZ=\n" }
        case .unknownCharset:
            return "Content-Type: text/plain; charset=x-unknown\n\n" + repeated { _ in "plain é" } + "\n"
        case .wideHeader:
            return "X-W: " + repeated { _ in "\u{0}a\u{0}b=?utf-16?b?2D0=?=\u{FEFF}" } + "\n\nhello\n"
        case .nestedArchives:
            return
                "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: application/gzip; name=a.gz\n"
                + "Content-Disposition: attachment\nContent-Transfer-Encoding: x-uuencode\n\nbegin 644 a.gz\n"
                + repeated { _ in "M'XL(`````````@/MP0$-````PJ#W3VT.-Z``````````````````````````\n" }
                + "`\nend\n--b--\n"
        }
    }
}
