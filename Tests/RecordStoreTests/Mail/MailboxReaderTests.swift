import Foundation
import IlkMail
import StoreTestSupport
import Testing

@Suite struct `The mailbox reader` {
    private func entries(
        _ text: String, _ variant: MailboxVariant = .auto, most: Int = MailboxReader.maximumMessageSize
    ) throws -> [RawMessage] {
        let scratch = try Scratch()
        let path = scratch.path("a.mbox")
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        let reader = try MailboxReader(path, variant: variant, mostBytes: most)
        var found: [RawMessage] = []
        while let entry = try reader.next() { found.append(entry) }
        return found
    }

    private func texts(_ text: String, _ variant: MailboxVariant = .auto) throws -> [String] {
        try entries(text, variant).map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    private static let line = "From a@x Fri Mar  1 10:00:00 2024\n"

    @Test func `a message ends at a separator line after a blank line`() throws {
        let found = try entries(Self.line + "A: 1\n\none\n\n" + Self.line + "B: 2\n\ntwo\n\n")
        #expect(
            found.map { String(decoding: $0.bytes, as: UTF8.self) } == ["A: 1\n\none\n", "B: 2\n\ntwo\n"])
        #expect(found.map(\.offset) == [0, 45])
        #expect(found[0].date == 1_709_287_200)
    }

    @Test(arguments: [
        "From here on\n", "From a@x yesterday\n", "From \n", "From a@x Fri Mar 99 10:00:00 2024\n",
        "Fromage\n",
    ])
    func `a line that only resembles a separator is text and is reported`(_ line: String) throws {
        let found = try entries(Self.line + "A: 1\n\none\n\n" + line + "two\n")
        #expect(found.count == 1)
        #expect(found[0].ambiguousLines == (line.hasPrefix("From ") ? 1 : 0))
    }

    @Test func `a separator line within a paragraph is text`() throws {
        #expect(try entries(Self.line + "A: 1\n\none\n" + Self.line + "two\n").count == 1)
    }

    @Test(arguments: [
        (MailboxVariant.mboxo, "A: 1\n\n>From x\n>>From y\n", "A: 1\n\nFrom x\n>>From y\n"),
        (.mboxrd, "A: 1\n\n>From x\n>>From y\n> From\n", "A: 1\n\nFrom x\n>From y\n> From\n"),
        (.auto, "A: 1\n\n>From x\n>>From y\n", "A: 1\n\nFrom x\n>From y\n"),
        (.mboxcl2, "Content-Length: 8\n\n>From x\n", "Content-Length: 8\n\n>From x\n"),
        (.mboxcl, "Content-Length: 8\n\n>From x\n", "Content-Length: 8\n\nFrom x\n"),
    ])
    func `quoted From lines are unquoted as the variant requires`(
        _ variant: MailboxVariant, _ text: String, _ wanted: String
    ) throws {
        #expect(try texts(Self.line + text + "\n" + Self.line + "B: 2\n\nx\n", variant).first == wanted)
    }

    @Test func `a Content-Length that ends at a separator or the end of file is used`() throws {
        let body = "one\n\n" + Self.line + "still one\n"
        let text =
            Self.line + "Content-Length: \(body.utf8.count)\n\n" + body + "\n" + Self.line + "B: 2\n\ntwo\n"
        #expect(try texts(text).count == 2)
        #expect(try texts(text, .mboxrd).count == 3)
        #expect(try texts(text)[0].hasSuffix("still one\n"))
    }

    @Test(arguments: ["3", "5000", "99999999999999999999", "-1", "x", "0"])
    func `a wrong Content-Length is ignored`(_ length: String) throws {
        let text = Self.line + "Content-Length: \(length)\n\none two three\n\n" + Self.line + "B: 2\n\ntwo\n"
        #expect(try texts(text).map { $0.hasSuffix("three\n") || $0.hasSuffix("two\n") } == [true, true])
    }

    @Test func `CRLF line ends are accepted`() throws {
        let line = "From a@x Fri Mar  1 10:00:00 2024\r\n"
        #expect(
            try texts(line + "A: 1\r\n\r\none\r\n\r\n" + line + "B: 2\r\n\r\ntwo\r\n") == [
                "A: 1\r\n\r\none\r\n", "B: 2\r\n\r\ntwo\r\n",
            ])
    }

    @Test func `a file without a separator is one message and an empty file has none`() throws {
        #expect(try texts("A: 1\n\none\n") == ["A: 1\n\none\n"])
        #expect(try texts("").isEmpty)
        #expect(try texts("\n\n\r\n").isEmpty)
    }

    @Test func `an oversized message is cut and the next one is read`() throws {
        let found = try entries(
            Self.line + "A: 1\n\n" + String(repeating: "x", count: 5000) + "\n\n" + Self.line
                + "B: 2\n\ntwo\n", most: 1000)
        #expect(found.map(\.isTruncated) == [true, false])
        #expect(found[0].bytes.count == 1000)
    }

    @Test(arguments: ["x", "x\n", "\n", "x\nFrom \n"])
    func `the middle of an oversized message is skipped and the next offset is exact`(
        _ stretch: String
    ) throws {
        let middle = String(repeating: stretch, count: 20_000_000 / stretch.utf8.count)
        let first = Self.line + "A: 1\n\n" + middle + "\n\n"
        let found = try entries(first + Self.line + "B: 2\n\ntwo\n", most: 1000)
        #expect(found.map(\.isTruncated) == [true, false])
        #expect(found.map(\.offset) == [0, first.utf8.count])
        #expect(String(decoding: found[1].bytes, as: UTF8.self) == "B: 2\n\ntwo\n")
        #expect(found[0].ambiguousLines == (stretch.contains("From") ? 20_000_000 / stretch.utf8.count : 0))
    }

    @Test func `results do not depend on buffer boundaries`() throws {
        // Spans several buffers of 1 MiB, with lines of different lengths at their boundaries.
        let message = Self.line + "A: 1\n\n" + String(repeating: "some text\n", count: 30_011) + "\n"
        let text = String(repeating: message, count: 12)
        let found = try entries(text)
        #expect(found.count == 12)
        #expect(Set(found.map(\.bytes.count)).count == 1)
        #expect(found.map(\.offset) == (0..<12).map { $0 * message.utf8.count })
    }
}
