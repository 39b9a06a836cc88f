import IlkMail
import Foundation
import IlkStore
import Testing

@Suite struct `The search of the mail contract` {
    @Test(arguments: MailTestLocation.allCases)
    func `covers subject, address, name and snippet, but not the text`(_ place: MailTestLocation)
        async throws
    {
        try await place.withStore { fixture in
            try await fixture.emails.saveAll([
                fixture.email("subject", at: 4, subject: "the needle here"),
                fixture.email("address", at: 3, from: "needle@example.com"),
                fixture.email("name", at: 2, name: "Mr Needles"),
                fixture.email("snippet", at: 1, snippet: "a needle"),
                fixture.email("text", snippet: "no", body: "needle"),
            ])
            let found = try await fixture.emails.search(query: "needle", account: nil)
            #expect(keys(found) == ["subject", "address", "name", "snippet"])
        }
    }

    @Test(arguments: [
        ("Réunion", "reunion"), ("reunion", "RÉUNION"), ("Straße", "STRASSE"), ("Οδυσσεύς", "οδυσσευσ"),
        ("ПРИВЕТ", "привет"), ("会议纪要", "议纪"), ("会议纪要", "纪"), ("สวัสดีครับ", "สดี"), ("한국어 메일", "국어"),
        ("50% off_now", "50%"), ("50% off_now", "f_n"), (#"say "hi" now"#, #""hi""#), ("a'b", "a'b"),
        ("tab NEAR( x", "NEAR("), ("x* AND y", "* A"), ("ab", "ab"), ("xaby", "ab"), ("שָׁלוֹם", "שלום"),
    ])
    func `finds any substring, ignoring case and diacritics, in every script`(
        _ subject: String, _ query: String
    ) async throws {
        for place in MailTestLocation.allCases {
            try await place.withStore { fixture in
                try await fixture.emails.saveAll([
                    fixture.email("1", subject: subject), fixture.email("2", subject: "qqq"),
                ])
                #expect(keys(try await fixture.emails.search(query: query, account: nil)) == ["1"])
            }
        }
    }

    @Test(arguments: [
        "%", "__", "b:secret", "AND", "\"", "NEAR(", "*", "(", "-x", "\u{0}ab", "a\u{0}bc", "' OR 1=1 --",
        "zzzz",
        "subject:", "^abc", "{a} : b", "a\nb\nc",
    ])
    func `treats operators and wildcards as text`(_ query: String) async throws {
        for place in MailTestLocation.allCases { try await findsNothing(query, place) }
    }

    private func findsNothing(_ query: String, _ place: MailTestLocation) async throws {
        try await place.withStore { fixture in
            try await fixture.emails.save(fixture.email("1", subject: "secret hello"))
            #expect(try await fixture.emails.search(query: query, account: nil).isEmpty)
        }
    }

    @Test(arguments: MailTestLocation.allCases)
    func `returns at most a hundred messages, newest first, and none for an empty query`(
        _ place: MailTestLocation
    )
        async throws
    {
        try await place.withStore { fixture in
            try await fixture.emails.saveAll(
                (0..<150).map { fixture.email("\($0)", at: Double($0), subject: "same") })
            let found = try await fixture.emails.search(query: "same", account: nil)
            #expect(keys(found) == (50..<150).reversed().map { "\($0)" })
            #expect(keys(try await fixture.emails.search(query: "sa", account: nil)).count == 100)
            #expect(try await fixture.emails.search(query: "", account: nil).isEmpty)
            #expect(
                try await fixture.emails.search(
                    query: String(repeating: "same", count: 250_000), account: nil
                )
                .isEmpty)
        }
    }

    @Test(arguments: MailTestLocation.allCases)
    func `is limited to the account`(_ place: MailTestLocation) async throws {
        try await place.withStore { fixture in
            let other = try await fixture.other()
            try await fixture.emails.saveAll([
                fixture.email("1", subject: "same"), fixture.email("2", subject: "same", account: other),
            ])
            #expect(keys(try await fixture.emails.search(query: "same", account: other)) == ["2"])
            #expect(try await fixture.emails.search(query: "same", account: nil).count == 2)
        }
    }
}
