import Foundation
import IlkMail
import IlkStore
import TestSupport
import Testing

@Suite struct `The mail query language` {
    private static let calendar = SearchCalendar(timeZone: .gmt, now: MailTestStore.noon)

    private func filled(_ fixture: MailTestStore) async throws {
        var three = fixture.email(
            "3", at: -40 * 86_400, subject: "Budget", from: "carl@b.org", isRead: true, labels: ["Lists"])
        three.attachments = [Attachment(filename: "a", mimeType: "b/c", size: 1)]
        three.isStarred = true
        three.size = 5000
        var two = fixture.email(
            "2", at: -86_400, subject: "Lunch plans", from: "bob@a.com", name: "Bob Ray",
            body: "see you at the café")
        two.toAddresses = [MailAddress(name: "Dora", address: "dora@d.net")]
        try await fixture.emails.saveAll([
            fixture.email(
                "1", subject: "Hello world", from: "ann@a.com", body: "the quick brown fox", messageId: "m1@x"
            ),
            two, three,
            fixture.email(
                "4", at: -400 * 86_400, subject: "会议纪要", from: "李@c.cn", body: "今天的会议", isRead: true,
                labels: ["INBOX", "Lists"]),
        ])
    }

    @Test(arguments: [
        ("fox", ["1"]), ("FOX quick", ["1"]), ("fox lunch", []), ("fox OR lunch", ["1", "2"]),
        ("cafe", ["2"]),
        ("\"quick brown\"", ["1"]), ("\"brown quick\"", []), ("qui*", ["1"]), ("from:ann", ["1"]),
        ("from:ann@a.com", ["1"]), ("from:a.com", ["1", "2"]), ("from:\"bob ray\"", ["2"]),
        ("to:dora", ["2"]),
        ("subject:hello", ["1"]), ("subject:fox", []), ("tag:lists", ["3", "4"]),
        ("label:INBOX -tag:lists", ["1", "2"]),
        ("is:unread", ["1", "2"]), ("is:read", ["3", "4"]), ("is:starred", ["3"]), ("has:attachment", ["3"]),
        ("-has:attachment is:read", ["4"]), ("date:2023-11-13", ["2"]), ("date:2023-11-13..", ["1", "2"]),
        ("date:..2022", ["4"]), ("date:2023", ["1", "2", "3"]), ("newer_than:7d", ["1", "2"]),
        ("older_than:3m", ["4"]), ("before:2023-11", ["3", "4"]), ("after:2023-11-14", ["1"]),
        ("会议", ["4"]), ("subject:纪要", ["4"]), ("-fox", ["2", "3", "4"]), ("budget -carl", []),
        ("(fox OR budget) is:read", ["3"]), ("is:read OR fox", ["1", "3", "4"]), ("id:<m1@x>", ["1"]),
        ("size>1000", ["3"]), ("NOT is:read fox", ["1"]), ("from:ann OR (to:dora is:unread)", ["1", "2"]),
        ("-(fox OR lunch)", ["3", "4"]), ("hello AND fox", ["1"]), ("date:yesterday", ["2"]),
        ("tag:none", []),
        ("from:carl OR tag:Lists", ["3", "4"]), ("http://nowhere", []), ("b:secret", []),
        ("category:spam", []),
        ("NEAR fox", []), ("fox*", ["1"]), ("body:fox", ["1"]), ("from:fox", []),
    ])
    func `finds the matching messages`(_ text: String, _ wanted: [String]) async throws {
        for place in MailTestLocation.allCases {
            try await place.withStore { fixture in
                try await filled(fixture)
                let query = try MailQuery(text, calendar: Self.calendar)
                let found = try await fixture.emails.search(query, limit: 10)
                #expect(keys(found.records).sorted() == wanted)
                let dates = found.records.map(\.date)
                #expect(dates == dates.sorted(by: >))
            }
        }
    }

    @Test(arguments: [
        ("", SearchProblem.Code.empty), ("   ", .empty), ("\"\"", .empty), ("- -", .empty),
        ("fox OR", .missing), ("OR fox", .missing),
        ("(fox", .unbalanced), ("fox)", .unbalanced), ("from:", .missing), ("is:green", .unknownValue),
        ("date:2024-13", .malformedDate), ("date:2023-02-30", .malformedDate), ("date:..", .malformedDate),
        ("date:2024..2023", .malformedDate), ("size:big", .malformedNumber), ("from>ann", .cannotCompare),
        ("fox NOT", .missing),
    ])
    func `reports the type of a syntax error`(_ text: String, _ code: SearchProblem.Code) {
        #expect { try MailQuery(text, calendar: Self.calendar) } throws: {
            ($0 as? SearchProblem)?.code == code
        }
    }

    @Test(arguments: [
        ("from:", "'from:'", "a word"), ("is:green", "'green'", "unread"), ("from>ann", "'>ann'", "from:ann"),
        ("date:2024-13", "'2024-13'", "2024-03"), ("size:big", "'big'", "size>"), ("fox )", "')'", "'('"),
        ("a (fox", "'(fox'", "')'"), ("fox NOT", "NOT", "NOT word"),
    ])
    func `names the offending value and the allowed ones`(_ text: String, _ value: String, _ allowed: String)
    {
        #expect { try MailQuery(text, calendar: Self.calendar) } throws: {
            guard let problem = $0 as? SearchProblem else { return false }
            return problem.message.contains(value) && problem.hint?.contains(allowed) == true
        }
    }

    @Test func `limits length, number of terms and depth`() {
        let rows = [
            String(repeating: "x", count: 1_000_000), String(repeating: "a ", count: 65),
            String(repeating: "(", count: 40) + "a" + String(repeating: ")", count: 40),
        ]
        for text in rows {
            #expect { try MailQuery(text, calendar: Self.calendar) } throws: {
                ($0 as? SearchProblem)?.code == .tooLarge
            }
        }
    }

    @Test func `warns of unknown fields and unclosed quotes but still searches`() throws {
        #expect(
            try MailQuery("form:ann", calendar: Self.calendar).query.warnings.map(\.code) == [.unknownField])
        #expect(
            try MailQuery("\"see you", calendar: Self.calendar).query.warnings.map(\.code) == [.openQuote])
        #expect(try MailQuery("http://x 10:30", calendar: Self.calendar).query.warnings.isEmpty)
    }

    /// Random input must give messages or a syntax error, but no database error.
    @Test(arguments: [UInt64(7), 8])
    func `random queries never cause a database error`(_ seed: UInt64) async throws {
        let pieces = [
            "\"", "(", ")", "*", "-", "AND", "OR", "NOT", "NEAR", ":", "from:", "date:", "{", "}", "^", "+",
            "a", "fox", "\u{0}",
            "会", " ", " ", "'", ";", "..", "2024", "is:read", "%", "\\", "subject:", "\u{301}", "💌", "tag:",
        ]
        var random = SeededGenerator(seed: seed)
        try await MailTestLocation.memory.withStore { fixture in
            try await filled(fixture)
            for _ in 0..<500 {
                let text = (0..<Int(random.next() % 9)).map { _ in
                    pieces[Int(random.next() % UInt64(pieces.count))]
                }.joined()
                do throws(SearchProblem) {
                    let query = try MailQuery(text, calendar: Self.calendar)
                    await #expect(throws: Never.self, "seed \(seed): \(text.debugDescription)") {
                        _ = try await fixture.emails.search(query, limit: 3)
                    }
                } catch { #expect(!error.message.isEmpty) }
            }
        }
    }
}
