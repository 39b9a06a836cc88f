import Foundation
import Testing

@Suite("segment") struct SegmentTests {
    private let tool: Tool

    init() throws { tool = try Tool() }

    @Test func `words are a table of spans, kinds, normal forms and texts`() throws {
        let run = try tool.run("segment", "--words", input: "Don’t panic: 42!\n")
        #expect(run.status == 0 && run.errors.isEmpty)
        let rows = run.lines.map { $0.split(separator: " ").joined(separator: " ") }
        #expect(
            rows == [
                "bytes kind normal form text", "0..<7 letter don't Don’t", "8..<13 letter panic panic",
                "13..<14 other :", "15..<17 number 42 42", "17..<18 other !",
            ])
    }

    @Test func `with all the words cover the text`() throws {
        let text = "One — zwei, 三 カナ.\r\n  ok"
        let data = try tool.run("segment", "--words", "--all", "--format", "json", input: text).data
        let words = try JSONValue(data)["words"].elements
        #expect(words.map { $0["text"].string ?? "" }.joined() == text)
        var end = 0.0
        for word in words {
            #expect(word["span"][0].number == end)
            end = word["span"][1].number ?? -1
        }
        #expect(Int(end) == text.utf8.count)
        #expect(
            Set(words.compactMap { $0["kind"].string }) == [
                "letter", "space", "other", "ideographic", "kana",
            ])
    }

    @Test func `sentences end where the style says`() throws {
        let text = "Dr. Ito left at 5 p.m. on Monday. Nobody saw her.\n"
        func sentences(_ style: String) throws -> [String] {
            let data = try tool.run(
                "segment", "--sentences", "--style", style, "--format", "json", input: text
            ).data
            return try JSONValue(data)["sentences"].elements.compactMap { $0["text"].string }
        }
        #expect(try sentences("unicode") == ["Dr.", "Ito left at 5 p.m. on Monday.", "Nobody saw her."])
        #expect(try sentences("people") == ["Dr. Ito left at 5 p.m. on Monday.", "Nobody saw her."])
        let table = try tool.run("segment", "--sentences", input: "One.  Two!\n")
        #expect(
            table.output.contains("0..<4   One.") || table.output.contains(" 0..<4  One."), "\(table.output)")
        #expect(table.output.contains("6..<10  Two!"))
    }

    @Test func `lines come out as they went in with one member more`() throws {
        let line = #"{"id": 7 , "text":"Ab. Cd."}"#
        let words = try tool.run("segment", "--words", "--ndjson", input: line + "\r\n\r\n")
        #expect(
            words.output.hasPrefix(
                #"{"id": 7 , "text":"Ab. Cd.","words":[{"span":[0,2],"text":"Ab","kind":"letter","#))
        #expect(words.output.hasSuffix("]}\r\n\r\n"))
        let sentences = try tool.run("segment", "--sentences", "--ndjson", input: line)
        #expect(
            sentences.output == #"{"id": 7 , "text":"Ab. Cd.","sentences":[{"span":[0,3],"text":"Ab."},"#
                + #"{"span":[4,7],"text":"Cd."}]}"# + "\n")
    }

    struct Row: Sendable, CustomTestStringConvertible {
        var line: String
        var status: Int32
        var output: String
        var testDescription: String { line }
    }

    @Test(arguments: [
        Row(line: "echo a | ilk segment", status: 64, output: ""),
        Row(line: "echo a | ilk segment --words --sentences", status: 64, output: ""),
        Row(line: "echo a | ilk segment --words --style people", status: 64, output: ""),
        Row(line: "echo a | ilk segment --sentences --all", status: 64, output: ""),
        Row(line: "echo a | ilk segment --words --replace", status: 64, output: ""),
        Row(line: "echo a | ilk segment --words --lines --format json", status: 64, output: ""),
        Row(line: "ilk segment --words none.txt", status: 66, output: ""),
        Row(line: "ilk segment --words .", status: 66, output: ""),
        Row(line: "ilk segment --words --format ndjson < /dev/null", status: 0, output: "{\"words\":[]}\n"),
        Row(
            line: "printf ' \\n' | ilk segment --sentences --format ndjson", status: 0,
            output: "{\"sentences\":[]}\n"),
        Row(line: "ilk segment --words --ndjson < /dev/null", status: 0, output: ""),
        Row(
            line: #"printf '\351!' | ilk segment --words --format ndjson"#, status: 0,
            output: "{\"words\":[{\"span\":[0,3],\"text\":\"\u{FFFD}\",\"kind\":\"other\"},"
                + "{\"span\":[3,4],\"text\":\"!\",\"kind\":\"other\"}]}\n"),
        Row(
            line: #"printf 'x\n{"text":"b"}\n' | ilk segment --words --ndjson --on-error skip"#, status: 2,
            output: #"{"text":"b","words":[{"span":[0,1],"text":"b","kind":"letter","normal":"b"}]}"# + "\n"),
        Row(line: #"printf 'x\n' | ilk segment --words --ndjson --on-error stop"#, status: 65, output: ""),
        Row(line: #"printf 'x\n' | ilk features --ndjson --on-error stop"#, status: 65, output: ""),
        Row(
            line: #"echo '{"text":"a","features":1}' | ilk features --ndjson --on-error skip"#, status: 2,
            output: ""),
        Row(line: "echo a | ilk features --replace", status: 64, output: ""),
    ])
    func `bad input and wrong usage end as with the other commands`(row: Row) throws {
        let run = try tool.shell(row.line)
        #expect(run.status == row.status && run.output == row.output, "\(run.output) \(run.errors)")
    }
}
