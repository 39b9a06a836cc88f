import IlkFraming
import Testing

@Suite("JSON line splicer") struct JSONLineSplicerTests {
    private func splice(
        _ line: String, existingField: JSONLineSplicer.ExistingFieldPolicy = .refuse
    ) throws -> String {
        try lend(Array(line.utf8)) { buffer in
            var output: [UInt8] = []
            let places = try JSONLine(buffer, field: "text")
            try JSONLineSplicer(existingField: existingField).append(
                buffer, places, value: Array(#"{"category":"code"}"#.utf8), to: &output)
            return String(decoding: output, as: UTF8.self)
        }
    }

    @Test(arguments: [
        (#"{"text":"a"}"#, #"{"text":"a","classification":{"category":"code"}}"#),
        (#" { "text" : "a" } "#, #" { "text" : "a" ,"classification":{"category":"code"}} "#),
        (
            #"{"n":1.50,"text":"\u0061}","m":{"b":[]}}"#,
            #"{"n":1.50,"text":"\u0061}","m":{"b":[]},"classification":{"category":"code"}}"#
        ),
    ])
    func `splicing preserves all other bytes of a line`(line: String, spliced: String) throws {
        #expect(try splice(line) == spliced)
    }

    @Test(arguments: [
        #"{"text":"a","classification":"secret"}"#, #"{"classificati\u006Fn":1,"text":"a"}"#,
    ])
    func `an existing classification is rejected by default`(line: String) {
        #expect {
            try splice(line)
        } throws: {
            ($0 as? JSONLineError)?.code == .fieldTaken
        }
    }

    @Test(arguments: [
        (
            #"{"text":"a","classification":"secret","n":1}"#,
            #"{"text":"a","classification":{"category":"code"},"n":1}"#
        ),
        (
            #"{"classification":1,"text":"a","classification" : {"x":[2]} }"#,
            #"{"classification":1,"text":"a","classification" : {"category":"code"} }"#
        ),
    ])
    func `replacing changes the last value with the name in place`(line: String, spliced: String) throws {
        #expect(try splice(line, existingField: .replace) == spliced)
    }

    @Test func `a second run over the output changes nothing`() throws {
        let once = try splice(#"{"text":"a"}"#)
        #expect(try splice(once, existingField: .replace) == once)
    }
}
