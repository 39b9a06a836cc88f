import Foundation
import IlkVocabulary
import TestSupport
import Testing

@testable import IlkCommand
@testable import IlkConsole

@Suite("explain and features") struct ExplainAndFeaturesTests {
    private let bench: CommandRunner

    init() throws { bench = try CommandRunner() }

    @Test func `an explanation can be an HTML page that escapes its text`() async throws {
        let text = "Dear Ms Hale,\n<script>alert(1)</script> the invoice is attached.\n\nBest regards,\nAna\n"
        let page = try await bench.run("explain", "--format", "html", "--top", "3", input: text)
        #expect(page.status == 0 && page.output.hasPrefix("<!DOCTYPE html>"))
        for part in [
            "<h2>email</h2>", "<mark class=\"for\">", "&lt;", " more style features</td>", "<b>total</b>",
            "</html>\n",
        ] { #expect(page.output.contains(part), "\(part)") }
        #expect(!page.output.contains("<script>"))
        let several = try await bench.run(
            "explain", "--format", "html", "--ndjson",
            input: "{\"text\":\"lol no\"}\n{broken\n{\"text\":\"x = 1;\"}\n")
        #expect(
            several.output.components(separatedBy: "<section>").count == 4
                && several.output.contains("class=\"bad\""))
    }

    @Test func `an explanation has a table of evidence for and one against`() async throws {
        let run = try await bench.run(
            "explain", input: "Hi all,\nplease find the minutes attached.\n\nBest regards,\nAna\n")
        #expect(run.status == 0 && run.errors.isEmpty)
        #expect(run.output.hasPrefix("email "))
        for part in [
            "support  where  evidence", "Evidence for and against email", "Evidence for the runner-up, ",
            "  2:25   Word “attached”", "Has a greeting line such as “Dear Ana,”",
            " more style features\n", "  total\n",
        ] {
            #expect(run.output.contains(part), "\(part) in \(run.output)")
        }
        #expect(!run.output.contains("\u{1B}"))
    }

    @Test func `evidence of rules has a description and locations`() async throws {
        let run = try await bench.run(
            "explain", "--classifier", "rules", input: "From: Ana <ana@example.org>\nSubject: lunch\n\nHi\n")
        #expect(run.lines.contains { $0.contains("  1:1 ") }, "\(run.output)")
        #expect(run.output.contains("“From:") && run.output.contains("(email.headers)"), "\(run.output)")
    }

    @Test func `excerpts consist of whole words and addresses, with marks for line breaks`() async throws {
        let run = try await bench.run(
            "explain", "--classifier", "rules",
            input: "Hi,\n\nsee below.\nCc: boats@mail.example.co.uk\n\nKind regards,\nAna\n")
        let output = run.output.replacing(#/\n +(?=[^ +-])/#, with: " ")
        for excerpt in ["“Cc: boats@mail.example.co.uk”", "“Hi,⏎⏎see”", "“Kind regards,⏎Ana”"] {
            #expect(output.contains(excerpt), "\(excerpt) in \(output)")
        }
    }

    @Test func `text, JSON and HTML have the same phrases in the same order`() async throws {
        let input = "Hi all,\nplease find 3 minutes attached. See you on 4 May!!\n\nBest regards,\nAna\n"
        let json = try await bench.run("explain", "--format", "json", input: input)
        let verdict = try JSONDecoder().decode(Verdict.self, from: json.data)
        let record = try await bench.run("classify", "--explain", "--format", "json", input: input)
        let evidence = try JSONValue(record.data)["classification"]["evidence"].elements
        #expect(evidence.map { $0["phrase"].string } == verdict.evidence.map(\.phrase))
        #expect(evidence.map { $0["id"].string } == verdict.evidence.map(\.id))
        let text = try await bench.run("explain", "--top", "30", input: input).output
            .replacing(#/\n +(?=[^ +-])/#, with: " ")
        let page = try await bench.run("explain", "--top", "30", "--format", "html", input: input).output
        var places = (text.startIndex, page.startIndex)
        let best = try #require(verdict.taxonomy.index(of: verdict.category))
        let shown = verdict.evidence.prefix(30).filter { abs($0.support(forCategoryAt: best)) >= 0.1 }
        #expect(shown.count > 10)
        for piece in shown {
            // A row of a table starts with a capital letter.
            let line = VisibleText.oneLine(piece.phrase)
            let phrase = line.prefix(1).uppercased() + line.dropFirst()
            let inText = try #require(text[places.0...].firstRange(of: phrase), "\(phrase) in \(text)")
            let inPage = try #require(page[places.1...].firstRange(of: ">" + HTMLPage.escaped(phrase)))
            places = (inText.upperBound, inPage.upperBound)
        }
        let total = try #require(text.firstMatch(of: #/([+-][0-9.]+) +total\n/#)).1
        #expect(page.contains("<b>total</b></td><td><b>\(total)</b>"))
    }

    @Test(arguments: [
        "explain", "classify --lines", "explain --classifier rules", "classify --lines --components",
        "explain --components",
    ])
    func `output that is not a terminal fits 80 columns`(command: String) async throws {
        let input =
            "Dear Ms Hale, please find the invoice attached.\nlol no :) #mondays @ana https://example.org\n"
        let run = try await bench.run(line: command, input: input)
        #expect(run.status == 0 && !run.lines.isEmpty)
        for line in run.lines { #expect(DisplayWidth.of(line) <= 80, "\(line)") }
    }

    @Test func `control characters in a text have no effect on the terminal`() async throws {
        for color in ["always", "never"] {
            let run = try await bench.run(
                "explain", "--color", color, input: "hey \u{1B}[31mred\u{07} \u{202E}you\n")
            #expect(
                !run.output.contains("\u{1B}[31mred") && !run.output.contains("\u{07}")
                    && !run.output.contains("\u{202E}"))
        }
    }

    @Test func `with colors the text is shown with its evidence marked`() async throws {
        let run = try await bench.run(
            "explain", "--color", "always", input: "please find the minutes attached\n")
        let colored = ["\u{1B}[31mattached\u{1B}[0m", "\u{1B}[32mattached\u{1B}[0m"]
        #expect(colored.contains { run.output.contains($0) }, "\(run.output)")
        let long = try await bench.run(
            "explain", "--color", "always", input: String(repeating: "see you\n", count: 50))
        #expect(long.output.contains("… 10 more lines"))
    }

    @Test func `an explanation can show the verdicts of rules and model alone`() async throws {
        func explain(_ format: String) async throws -> CommandRunner.Outcome {
            try await bench.run("explain", "--components", "--format", format, input: "lol no\n")
        }
        let json = try await explain("json")
        let parts = try JSONValue(json.data)["components"]
        #expect(parts.names.sorted() == ["model", "rules"])
        let model = try #require(parts["model"]["probability"].number)
        #expect(try JSONDecoder().decode(Verdict.self, from: json.data).category == "message")
        let alone = "model alone: message \(DecimalText.fixed(model, 2))"
        let lines = try await explain("text").lines
        #expect(lines[1].hasPrefix("rules alone: ") && lines[2] == alone, "\(lines)")
        #expect(try await explain("html").output.contains(alone))
        let without = try await bench.run("explain", "--format", "json", input: "lol no\n")
        #expect(try !JSONValue(without.data).names.contains("components"))
    }

    @Test func `the JSON verdict contains all evidence`() async throws {
        let run = try await bench.run("explain", "--format", "json", input: "lol no\n")
        let verdict = try JSONDecoder().decode(Verdict.self, from: run.data)
        #expect(verdict.category == "message" && !verdict.evidence.isEmpty)
        for category in verdict.scores.indices {
            let sum = verdict.evidence.map { $0.weights[category] }.reduce(0, +)
            #expect(abs(sum - verdict.scores[category]) < 1e-9)
        }
        let lines = try await bench.run("explain", "--lines", "--format", "ndjson", input: "lol no\nx = 1;\n")
            .lines
        #expect(
            try lines.map { try JSONDecoder().decode(Verdict.self, from: Data($0.utf8)).category } == [
                "message", "code",
            ])
    }

    @Test func `features are written as a table, an object or a field of a line`() async throws {
        let table = try await bench.run("features", input: "The committee met twice. It agreed on nothing.\n")
        // A title line, the features, the language and the scripts.
        #expect(table.lines.count == TextFeature.allCases.count + 3)
        let rows = table.lines.map { $0.split(separator: " ").prefix(3).joined(separator: " ") }
        #expect(rows.contains("sentenceCount 2 sentences"), "\(table.output)")
        let object = try await bench.run("features", "--format", "json", input: "One two. Three four.")
        let features = try JSONDecoder().decode(TextFeatures.self, from: object.data)
        #expect(features.wordCount == 4 && features.sentenceCount == 2)
        let line = try await bench.run("features", "--ndjson", input: #"{"id":1,"text":"a b c"}"#)
        #expect(
            line.output.hasPrefix(#"{"id":1,"text":"a b c","features":{"#) && line.output.hasSuffix("}}\n"))
        #expect(try JSONValue(line.data)["features"]["wordCount"].number == 3)
    }

    @Test func `features can be explained with formulas and locations`() async throws {
        let table = try await bench.run("features", "--explain", input: "Ship it by 5 May!! Call me.\n")
        // The contributions follow the formality score.
        #expect(table.status == 0 && table.lines.count > TextFeature.allCases.count + 3)
        #expect(table.lines.contains { $0.hasPrefix("  base ") } && table.output.contains("1 / (1 + e^"))
        for part in ["7 words", "“5 May”", "1:17 “!!”", "206.835 − 1.015 × 3.5", "2 sentences", "Latn 1.000"]
        {
            #expect(table.output.contains(part), "\(part) in \(table.output)")
        }
        let object = try JSONValue(
            try await bench.run(
                "features", "--explain", "--format", "json", input: "Ship it by 5 May!! Call me.\n"
            )
            .data)
        let dates = object["sources"]["dateCount"]
        #expect(dates["formula"].string == "count" && dates["texts"][0].string == "5 May")
        #expect(dates["spans"][0][0].number == 11 && dates["spans"][0][1].number == 16)
        let capitals = object["sources"]["uppercaseRatio"]
        #expect(
            capitals["part"].number == 3 && capitals["whole"].number == 17
                && capitals["over"].string == "letters")
    }

    @Test func `features are added to a line once or replaced`() async throws {
        let line = #"{"id":1,"text":"a b c"}"#
        let once = try await bench.run("features", "--ndjson", input: line)
        let twice = try await bench.run("features", "--ndjson", input: once.output)
        #expect(twice.status == 2 && twice.output.contains(#""code":"fieldTaken""#))
        let again = try await bench.run("features", "--ndjson", "--replace", input: once.output)
        #expect(again.status == 0 && again.output == once.output)
        let explained = try await bench.run("features", "--ndjson", "--explain", input: line)
        #expect(try JSONValue(explained.data)["features"]["sources"]["wordCount"]["texts"][2].string == "c")
    }

    @Test func `control characters in explained features have no effect on the terminal`() async throws {
        let run = try await bench.run(
            "features", "--explain", input: "HEY \u{1B}[31mRED\u{07} \u{202E}YOU!!\n")
        #expect(
            !run.output.contains("\u{1B}") && !run.output.contains("\u{07}")
                && !run.output.contains("\u{202E}"))
    }
}
