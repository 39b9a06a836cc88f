import IlkFraming
import IlkHTTP
import Testing

@testable import IlkAPI

@Suite("compressed bodies") struct ContentCodingTests {
    private static let text = "Hey Sarah, are we still on for lunch today?"

    private func packed(_ text: String) throws -> [UInt8] {
        try GzipStream(.packing).packed(Array(text.utf8), .finish)
    }

    private func unpacked(_ parts: [[UInt8]]) throws -> [String] {
        let stream = try GzipStream(.unpacking)
        return try parts.map { part in
            var (input, output) = (part[...], [UInt8]())
            while true {
                let next = try #require(stream.next(&input))
                if next.isEmpty { return String(decoding: output, as: UTF8.self) }
                output += next
            }
        }
    }

    @Test(
        arguments: [
            ("application/json", #"{"text":"\#(text)"}"#), ("text/plain", text),
            ("application/x-ndjson", #"{"text":"\#(text)"}"#), ("text/csv", "text\n\"\(text)\""),
        ], [1, 10, Int.max])
    func `a compressed body is that body`(form: (type: String, body: String), size: Int) async throws {
        let desk = try APIDesk()
        let plain = try await desk.classify(form.body, type: form.type).text
        for coding in ["gzip", "GZIP", "x-gzip"] {
            let response = try await desk.send(
                "POST", "/v1/classify", type: form.type, headers: ["Content-Encoding": coding],
                try packed(form.body), by: size)
            #expect(response.status == 200)
            #expect(try await response.text == plain)
        }
    }

    @Test func `a broken body, one that expands too much and one of another coding are refused`() async throws
    {
        let desk = try APIDesk()
        let whole = try packed(Self.text)
        let bomb = try packed(String(repeating: "a", count: 1 << 20))
        #expect(bomb.count < 1 << 14)
        for (type, coding, body, expected) in [
            ("text/plain", "gzip", Array(whole.dropLast()), "malformed-body"),
            ("text/plain", "gzip", whole + [0], "malformed-body"),
            ("text/plain", "gzip", [], "malformed-body"),
            ("text/plain", "gzip", Array(Self.text.utf8), "malformed-body"),
            ("text/plain", "gzip", bomb, "too-large"), ("text/csv", "gzip", bomb, "too-large"),
            ("text/plain", "br", whole, "content-coding"),
            ("text/plain", "gzip, gzip", whole, "content-coding"),
        ] {
            let response = try await desk.send(
                "POST", "/v1/classify", type: type, headers: ["Content-Encoding": coding], body)
            #expect(try await response.json["type"]?.string == "/problems/\(expected)", "\(coding)")
            #expect((response.headers["Accept-Encoding"] == "gzip") == (expected == "content-coding"))
        }
        // The limits are those of the text.
        let long = try packed((0..<2000).map { "\($0) " }.joined())
        let small = try APIDesk { settings, _ in settings.maxText = 5000 }
        let response = try await small.send(
            "POST", "/v1/classify", type: "text/plain", headers: ["Content-Encoding": "gzip"], long)
        #expect(long.count < 5000 && response.status == 413)
    }

    @Test func `a long response is compressed for clients that accept it`() async throws {
        let desk = try APIDesk()
        let plain = try await desk.send("GET", "/openapi.json")
        #expect(plain.headers["Content-Encoding"] == nil && plain.headers["Vary"] == "Accept-Encoding")
        let tag = try #require(plain.headers["ETag"])
        for (header, isPacked) in [
            ("gzip", true), ("gzip, deflate, br", true), ("*", true), ("br;q=1, gzip;q=0.5", true),
            ("gzip;q=0, *", false), ("identity", false), ("", false),
        ] {
            let response = try await desk.send("GET", "/openapi.json", headers: ["Accept-Encoding": header])
            #expect((response.headers["Content-Encoding"] == "gzip") == isPacked, "\(header)")
            guard isPacked else { continue }
            #expect(response.headers["ETag"] == "W/" + tag)
            let parts = try await response.parts
            #expect(try await unpacked(parts) == [plain.text])
            let head = try await desk.send("HEAD", "/openapi.json", headers: ["Accept-Encoding": header])
            #expect(head.headers["Content-Length"] == String(parts.joined().count))
            for known in [tag, "W/" + tag] {
                let headers: HeaderFields = ["Accept-Encoding": header, "If-None-Match": known]
                #expect(try await desk.send("GET", "/openapi.json", headers: headers).status == 304)
            }
        }
        let short = try await desk.send("GET", "/livez", headers: ["Accept-Encoding": "gzip"])
        #expect(short.headers["Content-Encoding"] == nil && short.headers["Vary"] == nil)
    }

    @Test func `each part of a compressed stream can be read at once`() async throws {
        let desk = try APIDesk()
        let line = #"{"text":"\#(Self.text)"}"# + "\n"
        let response = try await desk.send(
            "POST", "/v1/classify", type: "application/x-ndjson", headers: ["Accept-Encoding": "gzip"],
            Array((line + line + line).utf8), by: line.utf8.count)
        let parts = try unpacked(try await response.parts)
        #expect(parts.count == 4 && parts[3].isEmpty)
        #expect(parts.prefix(3).allSatisfy { $0.contains("\"message\"") && $0.hasSuffix("}\n") })
    }
}
