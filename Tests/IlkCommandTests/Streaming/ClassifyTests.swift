import Foundation
import TestSupport
import Testing

@testable import IlkCommand
@testable import IlkConsole

@Suite("classify") struct ClassifyTests {
    private let bench: CommandRunner

    init() throws { bench = try CommandRunner() }

    @Test func `a text has one line with label, probability and evidence`() async throws {
        let run = try await bench.run("classify", input: "Hey Sarah, are we still on for lunch today?\n")
        #expect(run.status == 0 && run.errors.isEmpty && run.lines.count == 1)
        #expect(run.output.wholeMatch(of: #/message  0\.86   .+\n/#) != nil, "\(run.output)")
        let pieces = run.output.dropFirst("message  0.97   ".count).components(separatedBy: " · ")
        #expect((1...4).contains(pieces.count))
        #expect(pieces.allSatisfy { $0.contains(" +") || $0.contains(" -") }, "\(pieces)")
    }

    @Test func `each line can be a text`() async throws {
        let run = try await bench.run(
            "classify", "--lines", input: "lol no\n\nselect id from t;\r\ncheap hotels rome")
        #expect(run.status == 0 && run.lines.count == 4)
        #expect(run.lines[1] == "empty  -")
        #expect(run.lines[2].hasPrefix("code "))
    }

    @Test func `several labels can be shown`() async throws {
        let run = try await bench.run("classify", "--top", "6", input: "see attached\n")
        for category in ["email", "message", "document", "social", "code", "search"] {
            #expect(run.output.contains(category), "\(category) in \(run.output)")
        }
    }

    @Test func `a probability below the threshold gives an abstention with the top label`() async throws {
        let run = try await bench.run("classify", "--threshold", "1", input: "ok\n")
        #expect(run.status == 0)
        #expect(run.output.contains("? ") && run.output.contains("   unsure"), "\(run.output)")
        let record = try await bench.run("classify", "--ndjson", "--threshold", "1", input: #"{"text":"ok"}"#)
        let verdict = try JSONValue(record.data)["classification"]
        #expect(verdict["abstention"].string == "unsure" && verdict["category"].string == nil)
        #expect(verdict["guess"]["category"].string != nil && !verdict.names.contains("probability"))
    }

    @Test(arguments: [
        "xqzvbn wrtkpl mnvcxz qwpflk zxkrtq vbnmsd ghjklq",
        "U2l4IHR5cGVzIG9mIHRleHQgYXJlIGtub3duIGhlcmUsIG5vdCBtb3Jl",
        "00000000: 7f45 4c46 0201 0100 0000 0000 0000 0000", "วันนี้อากาศดีมากเลยครับ ไปเที่ยวกันไหม",
    ])
    func `an unfamiliar text is no category of the built-in model`(text: String) async throws {
        let run = try await bench.run("classify", input: text + "\n")
        #expect(run.status == 0 && run.output.hasPrefix("unfamiliar (guess: "), "\(run.output)")
    }

    @Test func `a record keeps its fields and gains the verdict`() async throws {
        let run = try await bench.run("classify", "--ndjson", input: #"{"text":"select id from t;"}"# + "\n")
        let verdict = try JSONValue(run.data)["classification"]
        #expect(verdict["category"].string == "code" && verdict["classifier"].string == "fused")
        #expect(verdict["model"].string?.utf8.count == 12 && verdict["rules"].string?.utf8.count == 12)
        #expect(verdict["abstention"].string == nil && verdict["flags"].elements.isEmpty)
        #expect(verdict["scores"].names == ["email", "message", "document", "social", "code", "search"])
        let sum = verdict["scores"].names.compactMap { verdict["scores"][$0].number }.reduce(0, +)
        #expect(abs(sum - 1) < 1e-4 && verdict["scores"]["code"].number == verdict["probability"].number)
        let places = ["email", "message", "document", "social", "code", "search"].map { name in
            run.output.firstRange(of: "\"\(name)\":")?.lowerBound
        }
        #expect(!places.contains(nil) && places.compactMap(\.self) == places.compactMap(\.self).sorted())
    }

    @Test func `each line is preserved byte for byte with the verdict before its closing brace`() async throws
    {
        let lines = [
            #"{"text":"hey","id":7}"#, #" { "id" : 1.50e+3 ,"text":"\u0068ey" , "x":{"text":[]} } "#,
            #"{"text":"caf\u00e9 \/ ☕","tags":["a","\ud83d\ude00"],"n":null}"#, #"{"z":1,"a":2,"text":""}"#,
            "{\"text\":\"tab\",\t\"big\":123456789012345678901234567890}",
        ]
        let run = try await bench.run("classify", "--ndjson", input: lines.joined(separator: "\n") + "\n")
        #expect(run.status == 0 && run.lines.count == lines.count)
        for (line, spliced) in zip(lines, run.lines) {
            let brace = try #require(line.lastIndex(of: "}"))
            let middle = spliced.dropFirst(line[..<brace].count).dropLast(line[brace...].count)
            #expect(spliced.hasPrefix(line[..<brace]) && spliced.hasSuffix(line[brace...]), "\(spliced)")
            #expect(middle.hasPrefix(#","classification":{"category":"#))
            let verdict = try JSONValue(Data("{\(middle.dropFirst())}".utf8))["classification"]
            #expect((verdict["probability"].number ?? verdict["guess"]["probability"].number) != nil)
        }
    }

    @Test func `line endings and blank lines are preserved`() async throws {
        let run = try await bench.run("classify", "--ndjson", input: "{\"text\":\"a\"}\r\n\n{\"text\":\"b\"}")
        #expect(run.output.contains("}}\r\n\n{\"text\":\"b\""), "\(run.output)")
        #expect(run.output.hasSuffix("}}\n"))
    }

    @Test func `reclassifying with --replace reproduces the output`() async throws {
        let once = try await bench.run(
            "classify", "--ndjson", input: #"{"text":"see you at 8","n":1}"# + "\n")
        let twice = try await bench.run("classify", "--ndjson", "--replace", input: once.output)
        #expect(twice.status == 0 && twice.output == once.output)
    }

    @Test func `evidence is included on request`() async throws {
        let input = #"{"text":"Dear Ms Hale, please find the invoice attached."}"#
        let plain = try await bench.run("classify", "--ndjson", input: input)
        #expect(try JSONValue(plain.data)["classification"]["evidence"].elements.isEmpty)
        let run = try await bench.run("classify", "--ndjson", "--explain", input: input)
        let evidence = try JSONValue(run.data)["classification"]["evidence"].elements
        #expect(evidence.count > 5)
        let word = try #require(
            evidence.first { $0["type"].string == "token" && $0["id"].string == "invoice" })
        #expect(word["spans"][0][0].number == 30 && word["spans"][0][1].number == 37)
        #expect(word["weights"].names.count == 6 && word["support"].number != nil)
    }

    @Test(arguments: [
        "Dear Ms Hale, please find the invoice attached.", "ok", "lol no", "กิน55",
        "xqzvbn wrtkpl mnvcxz qwpflk",
        "", "select id from t;",
    ])
    func `the verdicts of rules and model alone are those of a classifier without the other`(
        text: String
    ) async throws {
        func classify(_ arguments: String...) async throws -> JSONValue {
            let run = try await bench.run(
                list: ["classify", "--lines", "--format", "ndjson", "--threshold", ".7"] + arguments,
                input: Array("\(text)\n".utf8))
            return try JSONValue(run.data)["classification"]
        }
        let whole = try await classify("--components")
        let shown = whole["components"]
        #expect(shown.names == ["rules", "model"])
        for (name, alone) in [
            ("rules", try await classify("--classifier", "rules")),
            ("model", try await classify("--classifier", "bayes")),
        ] {
            for field in ["category", "abstention"] {
                #expect(shown[name][field].string == alone[field].string, "\(name) \(field)")
            }
            #expect(shown[name]["probability"].number == alone["probability"].number, "\(name)")
            #expect(shown[name]["guess"]["category"].string == alone["guess"]["category"].string, "\(name)")
            #expect(
                shown[name]["guess"]["probability"].number == alone["guess"]["probability"].number, "\(name)")
        }
        let plain = try await classify()
        #expect(!plain.names.contains("components"))
        #expect(plain["probability"].number == whole["probability"].number)
    }

    @Test func `a part that is not used has no verdict`() async throws {
        for (classifier, name) in [("rules", "rules"), ("bayes", "model")] {
            let run = try await bench.run(
                "classify", "--ndjson", "--components", "--classifier", classifier, input: #"{"text":"ok"}"#)
            #expect(try JSONValue(run.data)["classification"]["components"].names == [name])
        }
    }

    @Test func `JSON output is one value for one text and an array for several`() async throws {
        let file = try bench.write("a.txt", "lol no")
        let one = try await bench.run("classify", "--format", "json", file)
        #expect(try JSONValue(one.data)["classification"]["category"].string == "message")
        let two = try JSONValue(try await bench.run("classify", "--format", "json", file, file).data)
        #expect(two.elements.count == 2 && two[1]["file"].string == file)
        let lines = try await bench.run(
            "classify", "--lines", "--format", "ndjson", input: "lol no\nx = 1;\n"
        ).lines
        #expect(lines.count == 2)
        let last = try JSONValue(Data(lines[1].utf8))
        #expect(last["line"].number == 2 && last["text"].string == "x = 1;")
    }

    @Test(arguments: ["fused", "bayes", "rules"])
    func `an option selects the classifier`(classifier: String) async throws {
        let run = try await bench.run(
            "classify", "--ndjson", "--classifier", classifier, input: #"{"text":"select id from t;"}"#)
        let verdict = try JSONValue(run.data)["classification"]
        #expect(verdict["classifier"].string == classifier)
        #expect((verdict["model"].string == nil) == (classifier == "rules"))
        #expect((verdict["rules"].string == nil) == (classifier == "bayes"))
    }

    @Test func `without rules the model classifies alone`() async throws {
        let run = try await bench.run("classify", "--ndjson", "--rules", "none", input: #"{"text":"ok"}"#)
        #expect(try JSONValue(run.data)["classification"]["classifier"].string == "bayes")
    }

    @Test func `quiet mode reports only errors`() async throws {
        let run = try await bench.run(list: ["classify", "-q"], input: Array("caf".utf8) + [0xE9, 0x0A])
        #expect(run.status == 0 && run.errors.isEmpty && run.output.contains("[repaired]"))
    }
}
