import Foundation
import IlkRedaction
import IlkStore
import IlkVocabulary
import StoreTestSupport
import Testing

@testable import IlkLog

@Suite struct TextRedactionTests {
    @Test(arguments: [
        ("write to ann.b+c@mail.example.org.", "write to [email]."),
        ("<ann@example.com>,bob@example.com", "<[email]>,[email]"),
        ("ann@localhost and @you and a@b.c", "ann@localhost and @you and a@b.c"),
        ("jürgen@müller.de", "[email]"),
        ("call +49 30 1234567 now", "call [phone] now"), ("(555) 123-4567", "[phone]"),
        ("555-123-4567", "[phone]"), ("030 12345678", "[phone]"),
        ("on 2026-11-21 at 10:30", "on 2026-11-21 at 10:30"),
        ("order 123456789", "order 123456789"), ("1234 rows in 0.25 s", "1234 rows in 0.25 s"),
        ("card 4111 1111 1111 1111 ok", "card [card] ok"), ("5500-0000-0000-0004", "[card]"),
        ("4111 1111 1111 1112", "4111 1111 1111 1112"),
        ("IBAN DE89 3704 0044 0532 0130 00 thanks", "IBAN [iban] thanks"),
        ("GB82WEST12345698765432", "[iban]"),
        ("DE88 3704 0044 0532 0130 00", "DE88 3704 0044 0532 0130 00"),
        ("from 192.168.0.1:80", "from [ip]:80"),
        ("version 1.2.3 and 1.2.3.4.5", "version 1.2.3 and 1.2.3.4.5"),
        ("300.1.1.1", "300.1.1.1"), ("at 2001:db8::1 and fe80::1", "at [ip] and [ip]"),
        ("std::vector 10:30:15 a::b", "std::vector 10:30:15 a::b"),
        ("password: hunter22 ok", "password: [secret] ok"), ("DB_PASSWORD=hunter22", "DB_PASSWORD=[secret]"),
        ("\"api_key\": \"abcdef\"", "\"api_key\": \"[secret]\""),
        ("my password is long", "my password is long"),
        ("AKIAABCDEFGHIJKLMNOP", "[secret]"), ("ghp_abcdefghijklmnopqrstuvwxyz", "[secret]"),
        ("eyJhbGciOi.eyJzdWIiOi.abc-_d", "[secret]"),
        ("-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----\nend", "[secret]\nend"),
        ("", ""), ("@", "@"), ("+", "+"), ("日本語 a@example.jp です", "日本語 [email] です"),
    ]) func `sensitive values are masked and lookalikes are not`(text: String, redacted: String) {
        let outcome = TextRedaction().redact(text)
        #expect((outcome?.text ?? text) == redacted)
        #expect((outcome == nil) == (text == redacted))
    }

    @Test func `only the requested types are masked`() {
        let text = "ann@example.com 192.168.0.1"
        #expect(TextRedaction([.ip]).redact(text)?.text == "ann@example.com [ip]")
        #expect(TextRedaction([]).redact(text) == nil)
        #expect(TextRedaction().redact(text)?.types == [.email, .ip])
    }

    @Test func `a masked text is marked and the original value is in no file`() async throws {
        let scratch = try Scratch()
        let store = try ClassificationLogStore.open(.file(scratch.path("log.db")))
        let logger = ClassificationLogger(store: store, redaction: TextRedaction())
        for category in [Samples.classification(), Samples.classification("nonsense")] {
            await logger.log(
                classification: category, fullText: "mail marker77@example.com today", features: nil)
        }
        await logger.log(classification: Samples.classification(), fullText: "nothing in here", features: nil)
        let ledger = await logger.close()
        #expect(ledger.stored == 2 && ledger.quarantined == 1)
        let entries = try await store.entries(newest: 10)
        #expect(Set(entries.map(\.log.text)) == ["nothing in here", "mail [email] today"])
        #expect(entries.first { $0.log.text.contains("[") }?.redacted == [.email])
        #expect(entries.first { $0.log.text.contains("nothing") }?.redacted == [])
        try store.close()
        for name in ["log.db", "log.db-wal"] {
            #expect(try scratch.bytes(name).firstRange(of: Array("marker77".utf8)) == nil)
        }
    }
}
