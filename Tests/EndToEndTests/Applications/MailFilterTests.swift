#if Mail
    import TestSupport
    import Testing

    @Suite("Mail filter") struct MailFilterTests {
        private static let message = """
            From: Prize desk <win@prize.example>
            Subject: =?utf-8?q?URGENT!_You_have_won?=
            MIME-Version: 1.0
            Content-Type: text/plain; charset=utf-8
            Content-Transfer-Encoding: base64

            WW91IGhhdmUgd29uIGEgMTAwMCBwb3VuZCBwcml6ZSEgQ2FsbCAwOTA2MTcwMTQ2MSBub3cgdG8g
            Y2xhaW0uCg==

            """

        @Test func `a message is classified by its decoded text, and its bytes are kept`() throws {
            let run = try Tool().run("classify", "--passthrough", "--taxonomy", "spam", input: Self.message)
            #expect(run.status == 0 && run.errors.isEmpty)
            #expect(run.output.hasPrefix("X-Ilk-Category: spam\nX-Ilk-Score: "))
            #expect(run.output.hasSuffix("\n" + Self.message))
            // A second filter replaces the fields of the first.
            let again = try Tool().run("classify", "--passthrough", "--taxonomy", "spam", input: run.output)
            #expect(again.output == run.output)
        }

        @Test func `a text that is no message is unchanged`() throws {
            let run = try Tool().run("classify", "--passthrough", input: "hello\n")
            #expect(run.status == 0 && run.output == "hello\n" && run.errors.contains("not a mail message"))
        }
    }
#endif
