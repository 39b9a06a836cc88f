import IlkVocabulary
import Testing

@testable import IlkTransport

@Suite struct `Web addresses and HTTP dates` {
    @Test(arguments: [
        ("https://monica.example.org", "https://monica.example.org", false),
        ("HTTPS://Monica.example.org:8443/app/", "https://Monica.example.org:8443/app", false),
        ("http://127.0.0.1:80/", "http://127.0.0.1:80", true), ("http://localhost", "http://localhost", true),
        ("http://[::1]:8080/a", "http://[::1]:8080/a", true), ("https://a.b/c?d=e#f", "https://a.b/c", false),
        ("http://127.0.0.1.evil.example", "http://127.0.0.1.evil.example", false),
    ]) func `an address is parsed`(text: String, back: String, isLoopback: Bool) throws {
        let address = try #require(WebAddress(text))
        #expect(address.text == back && address.isLoopback == isLoopback)
    }

    @Test(arguments: [
        "", "monica.example.org", "ftp://a", "https://", "https://a:0", "https://a:99999", "https://a:b",
        "https://me:secret@a", "https://a b", "https://a\n", "file:///etc/passwd", "https://[::1",
        "http://a\\@b",
        "https://::1",
    ]) func `an invalid address is rejected`(text: String) {
        #expect(WebAddress(text) == nil)
    }

    @Test(arguments: [
        ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
        ("Thu, 29 Feb 2024 23:59:59 GMT", 1_709_251_199), ("Sunday, 06-Nov-94 08:49:37 GMT", nil),
        ("Sun, 06 Nov 1994 08:49:37 CET", nil), ("soon", nil), ("Sun, 06 Foo 1994 08:49:37 GMT", nil),
        ("Sun, 06 Nov 1994 08:xx:49:37 GMT", nil), ("Sun, 06 Nov 1994 08::49:37 GMT", nil),
        ("Sun, +6 Nov 1994 08:49:37 GMT", nil), ("Sun, 06 Nov 1994 +8:49:37 GMT", nil),
        ("Sun, 06 Nov 1994 008:49:37 GMT", nil),
    ]) func `an HTTP date is parsed`(text: String, seconds: Int64?) {
        #expect(HTTPTime.seconds(text) == seconds)
    }

    @Test(
        arguments: [
            (["Retry-After": "17"], 17_000), (["Retry-After": "0"], 0), (["Retry-After": "-3"], nil),
            (["Retry-After": "soon"], nil), ([:], nil),
            (
                [
                    "Retry-After": "Sun, 06 Nov 1994 08:50:37 GMT", "Date": "Sun, 06 Nov 1994 08:49:37 GMT",
                ], 60_000
            ),
            (
                [
                    "Retry-After": "Sun, 06 Nov 1994 08:00:00 GMT", "Date": "Sun, 06 Nov 1994 08:49:37 GMT",
                ], 0
            ),
            (["X-RateLimit-Reset": "784111800", "Date": "Sun, 06 Nov 1994 08:49:37 GMT"], 23_000),
            (["X-RateLimit-Reset": "99999999999", "Date": "Sun, 06 Nov 1994 08:49:37 GMT"], nil),
        ] as [([String: String], UInt64?)]) func `the pause requested by a server is parsed`(
            headers: [String: String], pause: UInt64?
        )
    {
        #expect(
            WebTime.pause(WebReply(status: 429, headers: headers.map { (name: $0.key, value: $0.value) }))
                == pause)
    }
}
