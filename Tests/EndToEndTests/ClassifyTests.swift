import Foundation
import Testing

@Suite("classify") struct ClassifyTests {
    private let tool: Tool

    init() throws { tool = try Tool() }

    @Test func `a text has a line of category, probability and what spoke`() throws {
        let run = try tool.run("classify", input: "Hey Sarah, are we still on for lunch today?\n")
        #expect(run.status == 0 && run.errors.isEmpty && run.lines.count == 1)
        #expect(run.output.wholeMatch(of: #/message  (0\.9\d|1\.00)   .+\n/#) != nil, "\(run.output)")
        let pieces = run.output.dropFirst("message  0.97   ".count).components(separatedBy: " · ")
        #expect((1...4).contains(pieces.count))
        #expect(pieces.allSatisfy { $0.contains(" +") || $0.contains(" -") }, "\(pieces)")
    }

    @Test func `several files have a line each with their names first`() throws {
        try tool.write("one.txt", "lol no way, see u at 8\n")
        try tool.write("query.txt", "cheap flights lisbon\n")
        let run = try tool.run("classify", "one.txt", "query.txt", "-", input: "SELECT id FROM users;\n")
        #expect(run.status == 0 && run.lines.count == 3)
        #expect(run.lines[0].hasPrefix("one.txt:        message "))
        #expect(run.lines[1].hasPrefix("query.txt:      search "))
        #expect(run.lines[2].hasPrefix("standard input: code"))
    }

    @Test func `each line can be a text`() throws {
        let run = try tool.run(
            "classify", "--lines", input: "lol no\n\nselect id from t;\r\ncheap hotels rome")
        #expect(run.status == 0 && run.lines.count == 4)
        #expect(run.lines[1] == "empty  -")
        #expect(run.lines[2].hasPrefix("code "))
    }

    @Test func `more categories can be shown`() throws {
        let run = try tool.run("classify", "--top", "6", input: "see attached\n")
        for category in ["email", "message", "document", "social", "code", "search"] {
            #expect(run.output.contains(category), "\(category) in \(run.output)")
        }
    }

    @Test func `a threshold that is not reached abstains and shows what was ahead`() throws {
        let run = try tool.run("classify", "--threshold", "1", input: "ok\n")
        #expect(run.status == 0)
        #expect(run.output.contains("? ") && run.output.contains("   unsure"), "\(run.output)")
        let record = try tool.run("classify", "--ndjson", "--threshold", "1", input: #"{"text":"ok"}"#)
        #expect(try JSONValue(record.data)["classification"]["abstention"].string == "unsure")
    }

    @Test func `a record has the verdict beside what it had`() throws {
        let run = try tool.run("classify", "--ndjson", input: #"{"text":"select id from t;"}"# + "\n")
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

    @Test func `evidence is there when it is asked for`() throws {
        let input = #"{"text":"Dear Ms Hale, please find the invoice attached."}"#
        #expect(
            try JSONValue(tool.run("classify", "--ndjson", input: input).data)["classification"]["evidence"]
                .elements.isEmpty)
        let run = try tool.run("classify", "--ndjson", "--explain", input: input)
        let evidence = try JSONValue(run.data)["classification"]["evidence"].elements
        #expect(evidence.count > 5)
        let word = try #require(
            evidence.first { $0["kind"].string == "token" && $0["name"].string == "invoice" })
        #expect(word["spans"][0][0].number == 30 && word["spans"][0][1].number == 37)
        #expect(word["weights"].names.count == 6 && word["support"].number != nil)
    }

    @Test func `one value of JSON stands for one text, an array for several`() throws {
        try tool.write("a.txt", "lol no")
        let one = try tool.run("classify", "--format", "json", "a.txt")
        #expect(try JSONValue(one.data)["classification"]["category"].string == "message")
        let two = try JSONValue(tool.run("classify", "--format", "json", "a.txt", "a.txt").data)
        #expect(two.elements.count == 2 && two[1]["file"].string == "a.txt")
        let lines = try tool.run("classify", "--lines", "--format", "ndjson", input: "lol no\nx = 1;\n").lines
        #expect(lines.count == 2)
        let last = try JSONValue(Data(lines[1].utf8))
        #expect(last["line"].number == 2 && last["text"].string == "x = 1;")
    }

    @Test(arguments: ["fused", "bayes", "rules"])
    func `a flag chooses what decides`(classifier: String) throws {
        let run = try tool.run(
            "classify", "--ndjson", "--classifier", classifier, input: #"{"text":"select id from t;"}"#)
        let verdict = try JSONValue(run.data)["classification"]
        #expect(verdict["classifier"].string == classifier)
        #expect((verdict["model"].string == nil) == (classifier == "rules"))
        #expect((verdict["rules"].string == nil) == (classifier == "bayes"))
    }

    @Test func `without rules the model decides alone`() throws {
        let run = try tool.run("classify", "--ndjson", "--rules", "none", input: #"{"text":"ok"}"#)
        #expect(try JSONValue(run.data)["classification"]["classifier"].string == "bayes")
    }

    @Test func `nothing but failures is said when told to be quiet`() throws {
        let run = try tool.shell(#"printf 'caf\351\n' | ilk classify -q"#)
        #expect(run.status == 0 && run.errors.isEmpty && run.output.contains("[repaired]"))
    }

    @Test(
        .enabled(if: access("/usr/bin/script", X_OK) == 0, "this system has no script(1)"))
    func `a bare call at a terminal says that it waits`() throws {
        let run = try tool.shell(#"printf 'lol no\n\004' | script -qec 'ilk classify' /dev/null"#)
        #expect(run.output.contains("ilk classify: reading from the terminal"), "\(run.output)")
    }
}
