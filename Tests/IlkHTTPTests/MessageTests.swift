import IlkHTTP
import Testing

@Suite("HTTP messages") struct MessageTests {
    @Test func `names of header fields are compared without regard to case`() {
        var headers: HeaderFields = ["ETag": "\"a\"", "Link": "1", "link": "2"]
        #expect(headers["etag"] == "\"a\"" && headers["LINK"] == "1" && headers["Lin"] == nil)
        headers["LINK"] = "3"
        #expect(headers.fields.map(\.value) == ["\"a\"", "3"])
        headers["link"] = nil
        #expect(headers.fields.map(\.name) == ["ETag"])
    }

    @Test(
        arguments: [
            ("text/plain", "text/plain", nil), ("Text/Plain; Charset=\"UTF-8\"", "text/plain", "UTF-8"),
            ("application/json ; a=b ;charset=latin1", "application/json", "latin1"), ("", "", nil),
        ] as [(String, String, String?)])
    func `a media type is read with its charset`(header: String, name: String, charset: String?) {
        #expect(MediaType(header).name == name && MediaType(header).charset == charset)
    }

    @Test(
        arguments: [
            ("a=1&b=x%20y+z", ["a=1", "b=x y z"]), ("a", ["a="]), ("", []), ("&&a=b=c&", ["a=b=c"]),
            ("%C3%A4=%e2%82%ac", ["ä=€"]), ("a=%", nil), ("a=%4", nil), ("a=%zz", nil), ("a=%ff", nil),
            ("a=%ED%A0%80", nil),
        ] as [(String, [String]?)])
    func `pairs of a query are decoded, and invalid escapes are refused`(text: String, pairs: [String]?) {
        #expect(QueryText.pairs(text).map { $0.map { "\($0.name)=\($0.value)" } } == pairs)
    }

    @Test(
        arguments: [
            (nil, true), ("*/*", true), ("application/json", true), ("application/*", true),
            ("text/html", false),
            ("text/html, */*;q=0.1", true), ("*/*, application/json;q=0", false), ("Application/JSON", true),
            ("application/*;q=0.0, */*", false), ("", false),
        ] as [(String?, Bool)])
    func `the most specific range of Accept decides`(header: String?, isAccepted: Bool) {
        #expect(AcceptHeader(header).accepts("application/json") == isAccepted)
    }

    @Test(
        arguments: [
            (nil, "a/json"), ("text/csv", "text/csv"), ("text/csv;q=0.2, a/*;q=0.1", "text/csv"),
            ("text/csv;q=0.2, */*", "a/json"), ("text/*;q=0", nil), ("text/html", nil),
            ("*/*, a/json;q=0", "text/csv"),
        ] as [(String?, String?)])
    func `the acceptable media type with the highest quality is chosen`(header: String?, expected: String?) {
        #expect(AcceptHeader(header).best(of: ["a/json", "text/csv"]) == expected)
    }

    @Test(
        arguments: [
            ("\"a\"", true), ("\"b\", W/\"a\"", true), ("*", true), ("\"b\"", false), ("a", false),
            (nil, false),
        ] as [(String?, Bool)])
    func `an entity tag is found in If-None-Match`(header: String?, isFound: Bool) {
        #expect(EntityTag.matches(EntityTag("a").description, header) == isFound)
    }

    @Test(
        arguments: [
            ("\"a\"", true), ("\"b\",\"a\"", true), ("W/\"a\"", false), ("*", false), ("\"b\"", false),
            ("", false),
        ])
    func `If-Match needs the tag itself, not a weak tag or an asterisk`(header: String, isFound: Bool) {
        #expect(EntityTag.isSame(EntityTag("a").description, as: header) == isFound)
    }

    @Test func `a body in memory is limited`() async throws {
        let body = BytesBody([1, 2, 3])
        #expect(try await body.whole(upTo: 3) == [1, 2, 3])
        await #expect(throws: Problem.tooLarge(2)) { try await body.whole(upTo: 2) }
    }
}
