#if Mail
    import Foundation
    import StoreTestSupport
    import TestSupport
    import Testing

    @testable import IlkMail

    /// Header fields that would make a recursive or quadratic parser fail.
    @Suite struct `Limits of header fields` {
        private static func parse(_ head: String, _ rest: String = "\n\nbody\n") throws -> MailMessage {
            let text = "From: Ann <ann@x.org>\nSubject: s\nMessage-ID: <1@x>\n" + head + rest
            let parser = try MailParser()
            return Array(text.utf8).withUnsafeBytes { parser.message($0) }
        }

        @Test(arguments: ["To", "Cc", "Bcc", "Sender", "Reply-To", "From", "to ", "TO"])
        func `a field with nested groups is cut and the message is imported`(_ name: String) throws {
            for group in ["a:", "a:\n ", "\"\":", "(c):", "a;b:", "x@y,a:"] {
                let field = "\(name): " + String(repeating: group, count: 42_000)
                let message = try Self.parse(field)
                #expect(message.flags.contains(.fieldTruncated), "\(group)")
                #expect(
                    message.email(of: UUID()).subject == "s" && message.email(of: UUID()).bodyText == "body\n"
                )
            }
        }

        @Test func `nested groups in an enclosed message or a part are cut`() throws {
            let bomb = "To: " + String(repeating: "a:", count: 42_000)
            for head in [
                "Content-Type: message/rfc822\n\n\(bomb)\nSubject: inner",
                "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: message/rfc822\n\n\(bomb)",
                "Content-Type: multipart/digest; boundary=b\n\n--b\n\n\(bomb)",
            ] {
                let message = try Self.parse(head)
                #expect(message.flags.contains(.fieldTruncated))
                #expect(message.email(of: UUID()).subject == "s")
            }
        }

        @Test func `an oversized charset in the header of a part is cut`() throws {
            let name = "=?" + String(repeating: "A", count: 20 << 20) + "?q?x?="
            let message = try Self.parse(
                "Content-Type: multipart/mixed; boundary=b\n\n--b\n"
                    + "Content-Disposition: attachment; filename=\"\(name)\"", "\n\nbody\n--b--\n")
            #expect(message.flags.contains(.fieldTruncated))
        }

        @Test func `ordinary fields of realistic length are read completely`() throws {
            let name = String(repeating: "x", count: 80)
            let people = (0..<999).map { "\"Doe, \(name) \($0)\" <u\($0)@example.com>" }
            let message = try Self.parse("To: " + people.joined(separator: ",\n "))
            #expect(message.flags == [] && message.email(of: UUID()).toAddresses.count == 999)
            let groups = (0..<900).map { "g\($0): u\($0)@x.org;" }
            let other = try Self.parse("Cc: " + groups.joined(separator: ", "))
            #expect(other.flags == [] && other.email(of: UUID()).ccAddresses.count == 900)
        }

        @Test func `a body that looks like an oversized field is unchanged and not flagged`() throws {
            let body = "To: " + String(repeating: "a:", count: 3000) + "\n =?utf-8?q?x?=\n"
            let message = try Self.parse("", "\n\(body)")
            #expect(message.flags == [] && message.email(of: UUID()).bodyText == body)
        }

        @Test(arguments: [
            "a:", "a b, ", "a:b c,", "(", "\"a ", "<", "@", "=?x?q? ", "=?utf-8?b?YQ==?= ", "a;",
        ])
        func `the time for a field is linear`(_ token: String) throws {
            let excess = try GrowthCheck.short.excess { size in
                // GMime is quadratic up to its limit of 2,000 addresses.
                GrowthInput.repeated(Array(token.utf8), size: size * 64)
            } read: { bytes in
                _ = try Self.parse("To: " + String(decoding: bytes, as: UTF8.self))
            }
            #expect(excess == nil, "\(token)")
        }
    }

    /// Mailboxes that could make the reader scan the same lines repeatedly.
    @Suite struct `The time for a mailbox` {
        private static let separator = "From a@x Fri Mar  1 10:00:00 2024\n"

        private static func mailbox(_ kind: String, _ count: Int) -> String {
            switch kind {
            case "separators": String(repeating: separator, count: count)
            case "separators with a field": String(repeating: separator + "A: b\n", count: count)
            case "separators between blank lines": String(repeating: "\n" + separator, count: count)
            case "lengths that end before the same blank lines":
                (0..<count).map { place in
                    let left = (count - place - 1) * 64 + 8
                    let length = String(left)
                    let zeros = String(repeating: "0", count: 9 - length.utf8.count)
                    return separator + "Content-Length:  \(zeros)\(length)\n\n\n"
                }.joined() + String(repeating: "\n", count: 64 * count) + "x"
            case "lengths that lie":
                String(repeating: separator + "Content-Length: 100000\n\n\n", count: count)
            case "quotes": separator + "\n" + String(repeating: ">", count: 20 * count)
            case "quoted lines": separator + "\n" + String(repeating: ">>>From \n", count: count)
            default: separator + "\n" + String(repeating: "\nFrom \n", count: count)
            }
        }

        @Test(arguments: [
            "separators", "separators with a field", "separators between blank lines",
            "lengths that end before the same blank lines", "lengths that lie", "quotes", "quoted lines",
            "lines that are no separators",
        ])
        func `is linear`(_ kind: String) throws {
            let scratch = try Scratch()
            let path = scratch.path("grown.mbox")
            let excess = try GrowthCheck.short.excess { size in
                Array(Self.mailbox(kind, max(1, size / 64)).utf8)
            } read: { bytes in
                try Data(buffer: bytes).write(to: URL(fileURLWithPath: path))
                let reader = try MailboxReader(path)
                while try reader.next() != nil {}
            }
            #expect(excess == nil, "\(kind)")
        }
    }
#endif
