import IlkFraming
import Testing

@Suite("JSON line") struct JSONLineTests {
    @Test(arguments: [
        (#"{"text":"hi"}"#, "hi", 0),
        (#" { "a" : [1, {"text":"inner"}] , "text" : "hi" } "#, "hi", 0),
        (#"{"text":""}"#, "", 0),
        (#"{"te\u0078t":"hi"}"#, "hi", 0),
        (#"{"text":"a\"b\\c\/d\b\f\n\r\t"}"#, "a\"b\\c/d\u{8}\u{C}\n\r\t", 0),
        (#"{"text":"\u00e9\u20AC\ud83d\uDE00"}"#, "é€😀", 0),
        (#"{"text":"\u0000"}"#, "\0", 0),
        (#"{"text":"\ud83d"}"#, "\u{FFFD}", 1),
        (#"{"text":"\ude00x"}"#, "\u{FFFD}x", 1),
        (#"{"text":"\ude00\ude00"}"#, "\u{FFFD}\u{FFFD}", 2),
        (#"{"text":"\ud83d\ud83d\ude00"}"#, "\u{FFFD}😀", 1),
        (#"{"text":"\ud83d\n"}"#, "\u{FFFD}\n", 1),
        (#"{"text":"\ud83d\u0041"}"#, "\u{FFFD}A", 1),
        (#"{"text":"first","text":"last"}"#, "last", 0),
        (#"{"text":7,"text":"last"}"#, "last", 0),
        (#"{"text":"längere Texte 文字 😀 und mehr"}"#, "längere Texte 文字 😀 und mehr", 0),
        ("\u{FEFF}{\"text\":\"hi\"}", "hi", 0),
        (#"{"n":[-0,0.5,1e9,1E-2,1.25e+3,true,false,null],"text":"hi"}"#, "hi", 0),
    ])
    func `the text of a line is decoded`(line: String, text: String, repairs: Int) {
        #expect(outcome(of: Array(line.utf8)) == .text(text, repairs: repairs))
    }

    @Test(arguments: [
        (#"{"mail":{"body":"hi"}}"#, LineOutcome.text("hi", repairs: 0)),
        (#"{"mail":{"n":[{"body":1}],"b\u006fdy":"é\n"},"n":1}"#, .text("é\n", repairs: 0)),
        (#"{"mail":{"body":"nested"},"mail.body":"named"}"#, .text("named", repairs: 0)),
        (#"{"mail":{"body":"a"},"mail":{"body":"b","body":"c"}}"#, .text("c", repairs: 0)),
        (#"{"mail.body":1,"mail":{"body":"nested"}}"#, .refused(.fieldNotAString)),
        (#"{"mail":{"body":["hi"]}}"#, .refused(.fieldNotAString)),
        (#"{"mail":"body"}"#, .refused(.fieldMissing)), (#"{"body":"hi"}"#, .refused(.fieldMissing)),
        (#"{"mail":{"body":"hi"}"#, .refused(.notJSON)),
    ])
    func `the text may be in a nested field`(line: String, expected: LineOutcome) {
        #expect(outcome(of: Array(line.utf8), field: "mail.body") == expected)
    }

    @Test(arguments: [
        ("", JSONLineError.Code.notJSON, 0),
        ("   ", .notJSON, 3),
        ("hello", .notJSON, 0),
        ("{", .notJSON, 1),
        ("{}", .fieldMissing, 1),
        (#"{"text":"a"}{"text":"b"}"#, .notJSON, 12),
        (#"{"text":"a",}"#, .notJSON, 12),
        (#"{,"text":"a"}"#, .notJSON, 1),
        (#"{"text" "a"}"#, .notJSON, 8),
        (#"{"text":}"#, .notJSON, 8),
        (#"{"text":'a'}"#, .notJSON, 8),
        (#"{text:"a"}"#, .notJSON, 1),
        (#"{"text":"a"#, .notJSON, 8),
        (#"{"text":"\"#, .notJSON, 9),
        (#"{"text":"\x"}"#, .notJSON, 9),
        (#"{"text":"\u12g4"}"#, .notJSON, 9),
        (#"{"text":"\u12"#, .notJSON, 9),
        ("{\"text\":\"a\tb\"}", .notJSON, 10),
        ("{\"text\":\"a\0b\"}", .notJSON, 10),
        (#"{"text":"a","n":01}"#, .notJSON, 17),
        (#"{"text":"a","n":.5}"#, .notJSON, 16),
        (#"{"text":"a","n":1.}"#, .notJSON, 16),
        (#"{"text":"a","n":1e}"#, .notJSON, 16),
        (#"{"text":"a","n":+1}"#, .notJSON, 16),
        (#"{"text":"a","n":-}"#, .notJSON, 16),
        (#"{"text":"a","n":NaN}"#, .notJSON, 16),
        (#"{"text":"a","n":tru}"#, .notJSON, 16),
        (#"{"text":"a","n":truex}"#, .notJSON, 20),
        (#"{"text":"a","n":[1 2]}"#, .notJSON, 19),
        (#"{"text":"a","n":[1,]}"#, .notJSON, 19),
        (#"{"text":"a","n":{"m"}}"#, .notJSON, 20),
        ("{\"text\":\"a\"}\u{A0}", .notJSON, 12),
        (#"["text"]"#, .notAnObject, 0),
        (#" "text""#, .notAnObject, 1),
        ("7", .notAnObject, 0),
        ("null", .notAnObject, 0),
        ("[1", .notJSON, 2),
        (#"{"Text":"a"}"#, .fieldMissing, 11),
        (#"{"a":{"text":"a"}}"#, .fieldMissing, 17),
        (#"{"text":null}"#, .fieldNotAString, 8),
        (#"{"text":"a","text":["b"]}"#, .fieldNotAString, 19),
    ])
    func `an error has its code and byte offset`(line: String, code: JSONLineError.Code, offset: Int) {
        #expect {
            try lend(Array(line.utf8)) { (buffer) throws(JSONLineError) in try JSONLine(buffer, field: "text")
            }
        } throws: { error in
            guard let error = error as? JSONLineError else { return false }
            return error.code == code && error.offset == offset
        }
    }

    @Test(arguments: [(511, true), (512, false), (100_000, false)])
    func `the nesting depth is limited`(arrays: Int, isRead: Bool) {
        let nested = String(repeating: "[", count: arrays) + String(repeating: "]", count: arrays)
        let line = #"{"text":"a","n":\#(nested)}"#
        #expect(outcome(of: Array(line.utf8)) == (isRead ? .text("a", repairs: 0) : .refused(.tooDeep)))
    }

    @Test(
        arguments: [
            ([0x61, 0xFF, 0x62], "a\u{FFFD}b", 1),
            ([0xE2, 0x82], "\u{FFFD}", 1),
            ([0xE2, 0x82, 0x5C, 0x6E, 0xAC], "\u{FFFD}\n\u{FFFD}", 2),
        ] as [([UInt8], String, Int)])
    func `invalid UTF-8 is repaired and counted`(bytes: [UInt8], text: String, repairs: Int) {
        let line = Array(#"{"text":""#.utf8) + bytes + Array(#""}"#.utf8)
        #expect(outcome(of: line) == .text(text, repairs: repairs))
    }

    /// Moves escapes, ends and invalid bytes over every offset of the eight-byte steps.
    @Test func `the result does not depend on the position in a step of the scan`() {
        for before in 0..<40 {
            let run = String(repeating: "x", count: before)
            for (raw, text) in [(#"\n"#, "\n"), ("é", "é"), ("\u{7F}", "\u{7F}"), (#"\""#, "\""), ("", "")] {
                for after in [0, 1, 7, 8, 9] {
                    let rest = String(repeating: "y", count: after)
                    let line = Array(#"{"text":"\#(run)\#(raw)\#(rest)","z":1}"#.utf8)
                    #expect(outcome(of: line) == .text(run + text + rest, repairs: 0))
                }
            }
            for after in 0..<9 {
                let rest = String(repeating: "y", count: after)
                let bad = Array(#"{"text":"\#(run)"#.utf8) + [0xFF] + Array(#"\#(rest)"}"#.utf8)
                #expect(outcome(of: bad) == .text(run + "\u{FFFD}" + rest, repairs: 1))
            }
            let control = Array(#"{"text":"\#(run)"#.utf8) + [0x1F] + Array(#"yyyyyyyyyyyy"}"#.utf8)
            #expect(outcome(of: control) == .refused(.notJSON))
        }
    }

    @Test func `a verbatim text is a range of the line`() throws {
        #expect(try verbatim(#"{"id":1,"text":"plain words"}"#) == "plain words")
        #expect(try verbatim(#"{"text":"caf\u00e9"}"#) == nil)
        #expect(try verbatim(#"{"text":"café"}"#) == nil)
    }

    private func verbatim(_ line: String) throws -> String? {
        let bytes = Array(line.utf8)
        let range = try lend(bytes) { (buffer) throws(JSONLineError) in
            try JSONLine(buffer, field: "text").verbatimText
        }
        return range.map { String(decoding: bytes[$0], as: UTF8.self) }
    }
}
