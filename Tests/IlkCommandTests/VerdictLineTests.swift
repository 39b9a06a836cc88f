import IlkVerdictConsole
import Foundation
import IlkFraming
import IlkVocabulary
import Testing

@testable import IlkModels
@testable import IlkCommand
@testable import IlkConsole

@Suite("Verdict lines") struct VerdictLineTests {
    private func verdict(
        _ category: Category, _ probability: Double, _ abstention: Verdict.Abstention? = nil,
        evidence: [Evidence] = [], flags: [Verdict.Flag] = []
    ) -> Verdict {
        var probabilities = [Double](repeating: (1 - probability) / 5, count: 6)
        probabilities[Taxonomy.documentType.index(of: category) ?? 0] = probability
        return Verdict(
            category: category, probability: probability, probabilities: probabilities,
            scores: probabilities, taxonomy: .documentType, abstention: abstention, flags: flags,
            evidence: evidence,
            provenance: Provenance(
                classifier: "fused", modelDigest: nil, ruleSetDigest: nil, icuVersion: "72.1"))
    }

    /// Returns evidence with a support for `message`.
    private func evidence(_ kind: Evidence.EvidenceType, _ name: String, _ support: Double) -> Evidence {
        Evidence(type: kind, id: name, spans: [], weights: [0, support, 0, 0, 0, 0])
    }

    private func line(_ verdict: Verdict, top: Int = 1) -> String {
        VerdictLine(.documentType, style: Style(isColored: false), top: top).text(verdict)
    }

    @Test func `categories, probabilities and abstentions are aligned`() {
        #expect(line(verdict("message", 0.974)) == "message  0.97")
        #expect(line(verdict("document", 0.996)) == "document 1.00")
        #expect(line(verdict("code", 0.9949)) == "code     0.99")
        #expect(line(verdict("message", 0.41, .unsure)) == "message? 0.41   unsure")
        #expect(line(verdict("email", 0.17, .noEvidence)) == "email?   0.17   no evidence")
        #expect(line(verdict("email", 0.17, .empty)) == "empty  -")
        #expect(line(verdict("search", 0.954, .unfamiliar)) == "unfamiliar (guess: search 0.95)")
        #expect(
            line(verdict("code", 0.9, flags: [.repaired, .truncated]))
                == "code     0.90   [repaired, truncated]")
        #expect(line(verdict("search", 0.5), top: 3) == "search   0.50  email 0.10  message 0.10")
    }

    private func evidence(_ name: String, _ description: String, _ support: Double) -> Evidence {
        Evidence(
            type: .rule, id: name, detail: description, spans: [], weights: [0, support, 0, 0, 0, 0])
    }

    @Test func `the four strongest pieces of evidence are shown, rules first in a tie`() {
        let pieces = [
            evidence(.token, "hey", 0.9), evidence("chat.greeting", "Greets", 0.9),
            evidence(.token, "late", -1.25), evidence(.feature, "wordCount:..1", 0.4),
            evidence(.token, "skeletonBigrams:+dear␣all", 0.3), evidence(.token, "faint", 0.09),
        ]
        #expect(
            line(verdict("message", 0.97, evidence: pieces))
                == "message  0.97   word “late” -1.3 · Greets +0.9 · word “hey” +0.9"
                + " · the text is a single word +0.4")
        #expect(
            line(verdict("message", 0.97, evidence: [pieces[4], pieces[5]]))
                == "message  0.97   words “Dear all” +0.3")
        let wild = evidence(.token, "a\u{1B}[31m\nb", 2)
        #expect(line(verdict("message", 0.97, evidence: [wild])) == "message  0.97   word “a␛[31m b” +2.0")
    }

    @Test(arguments: [
        (90, "message  0.97   A private plan for the two of us +1.5 · word “late” -1.3   [repaired]"),
        (80, "message  0.97   A private plan for the two of us +1.5   [repaired]"),
        (60, "message  0.97   A private plan for the tw… +1.5   [repaired]"),
        (40, "message  0.97   [repaired]"),
    ])
    func `evidence that does not fit the columns is cut or omitted`(columns: Int, shown: String) {
        let pieces = [
            evidence("a.b", "A private plan for the two of us", 1.5), evidence(.token, "late", -1.25),
        ]
        let line = VerdictLine(.documentType, style: Style(isColored: false), columns: columns)
        #expect(line.text(verdict("message", 0.97, evidence: pieces, flags: [.repaired])) == shown)
    }

    @Test(arguments: [
        (90, "message  0.97   rules no evidence · model message? 0.46   A private plan for two +1.5"),
        (80, "message  0.97   rules no evidence · model message? 0.46   A private plan f… +1.5"),
        (60, "message  0.97   rules no evidence · model message? 0.46"),
    ])
    func `the verdicts of rules and model alone precede the evidence`(columns: Int, shown: String) {
        let parts: [(name: String, verdict: Verdict)] = [
            ("rules", verdict("email", 0.17, .noEvidence)), ("model", verdict("message", 0.46, .unsure)),
        ]
        let line = VerdictLine(.documentType, style: Style(isColored: false), columns: columns)
        let evidence = [evidence("a.b", "A private plan for two", 1.5)]
        #expect(line.text(verdict("message", 0.97, evidence: evidence), parts: parts) == shown)
        let unfamiliar = verdict("search", 0.954, .unfamiliar)
        #expect(
            line.text(unfamiliar, parts: [("model", unfamiliar)])
                == "unfamiliar (guess: search 0.95)   model unfamiliar")
    }

    @Test(arguments: [(Int.max, 3), (80, 1), (60, 1), (40, 0)])
    func `long labels are cut, and further labels that do not fit are omitted`(columns: Int, further: Int) {
        let labels = ["harbour", "garden", "quay", "attic"].map { String(repeating: $0, count: 9) }
        let taxonomy = Taxonomy(name: "places", categories: labels.map { Category($0) })
        let verdict = Verdict(
            category: taxonomy.categories[0], probability: 0.4, probabilities: [0.4, 0.3, 0.2, 0.1],
            scores: [0.4, 0.3, 0.2, 0.1], taxonomy: taxonomy, abstention: nil, flags: [], evidence: [],
            provenance: Provenance(
                classifier: "fused", modelDigest: nil, ruleSetDigest: nil, icuVersion: "72.1"))
        let line = VerdictLine(taxonomy, style: Style(isColored: false), top: 4, columns: columns)
        let text = line.text(verdict)
        #expect(DisplayWidth.of(text) <= columns, "\(text)")
        #expect(text.components(separatedBy: " 0.").count == further + 2, "\(text)")
        #expect(text.hasSuffix("…") == (further < 3), "\(text)")
    }

    @Test(arguments: [0, 1, 2, 30]) func `rows of evidence add up to the sum of the evidence`(top: Int) {
        var pieces = (1...40).map { evidence(.feature, "wordCount:\($0)..\($0 + 1)", 0.037 * Double($0 % 7)) }
        pieces += (1...9).map { evidence(.token, "w\($0)", -0.26 * Double($0 % 3)) }
        pieces.append(evidence("a.b", "A rule", 0.04))
        let rows = EvidenceRows(pieces, forCategoryAt: 1, top: top)
        #expect(rows.pieces.count <= top && rows.pieces.allSatisfy { abs($0.support) >= 0.1 })
        #expect(rows.pieces.count + rows.rests.reduce(0) { $0 + $1.count } == pieces.count)
        let exact = pieces.reduce(0) { $0 + $1.support(forCategoryAt: 1) }
        let shown = rows.pieces.reduce(0) { $0 + $1.support } + rows.rests.reduce(0) { $0 + $1.support }
        #expect(abs(rows.total - exact) <= 0.05 + 1e-9 && abs(shown - rows.total) < 1e-9)
        for category in 0..<6 {
            let sum =
                rows.pieces.reduce(0) { $0 + $1.evidence.weights[category] }
                + rows.rests.reduce(0) { $0 + $1.weights[category] }
            #expect(abs(sum - pieces.reduce(0) { $0 + $1.weights[category] }) < 1e-9)
        }
        let phrases = rows.rests.map(\.phrase)
        let more = rows.pieces.isEmpty ? "" : "more "
        #expect(phrases.contains("1 \(more)rule"))
        #expect(phrases.contains { $0.hasSuffix(" \(more)style features") })
    }

    @Test func `style features with the same phrase share a row`() {
        let pieces = [
            evidence(.feature, "blankLineRatio:none", 0.4), evidence(.feature, "wordCount:2..3", 0.3),
            evidence(.feature, "meanLineLength:none", -0.1), evidence(.feature, "lineCount:..1", 0.2),
        ]
        let rows = EvidenceRows(pieces, forCategoryAt: 1, top: 10)
        #expect(rows.pieces.map(\.evidence.phrase) == ["the text is a single line", "3 words"])
        #expect(rows.pieces.map(\.support) == [0.5, 0.3] && rows.total == 0.8 && rows.rests.isEmpty)
    }

    @Test(arguments: [
        ("[]", "[]"), ("{}", "{}"),
        (
            #"{"a":[1,2],"b":[[3,4],"x]{,"]}"#,
            "{\n  \"a\": [1,2],\n  \"b\": [\n    [3,4],\n    \"x]{,\"\n  ]\n}"
        ),
        (#"{"a\"b:":{"c":null}}"#, "{\n  \"a\\\"b:\": {\n    \"c\": null\n  }\n}"),
    ])
    func `JSON is pretty-printed`(json: String, laidOut: String) {
        #expect(String(decoding: JSONLayout.indented(Array(json.utf8)), as: UTF8.self) == laidOut)
    }
}

@Suite("Features as a table") struct FeatureTableTests {
    @Test func `every feature has a unit and a description`() throws {
        let documentation = try documentationOfFeatures()
        for feature in TextFeature.allCases {
            let summary = try #require(documentation[feature.name], "\(feature.name)")
            #expect(FeatureTable.summaries[feature] == beginning(of: summary), "\(feature.name)")
            #expect(!FeatureTable.unit(of: feature).isEmpty)
        }
        #expect(FeatureTable.summaries.count == TextFeature.allCases.count)
        #expect(FeatureTable.unit(of: .greeting) == "0 or 1" && FeatureTable.unit(of: .wordCount) == "words")
        #expect(
            FeatureTable.unit(of: .uppercaseRatio) == "0 to 1 (%)"
                && FeatureTable.unit(of: .meanWordLength) == "characters")
    }

    @Test func `the reference lists every feature with its unit and description`() throws {
        let reference = try text(of: "docs/reference/features.md")
        let documentation = try documentationOfFeatures()
        for feature in TextFeature.allCases {
            let summary = try #require(documentation[feature.name], "\(feature.name)")
                .replacing("|", with: "\\|")
            let row = "| `\(feature.name)` | \(FeatureTable.unit(of: feature)) | \(summary) |\n"
            #expect(reference.contains(row), "\(feature.name)")
        }
        let list = reference.components(separatedBy: "\n## The features\n").last ?? ""
        #expect(list.components(separatedBy: "\n| `").count == TextFeature.allCases.count + 1)
        #expect(reference.contains("`schemaVersion` (now \(TextFeatures.schemaVersion))"))
    }
}

/// Returns the documentation of each feature in one line, by its name.
private func documentationOfFeatures() throws -> [String: String] {
    let lines = try text(of: "Sources/Core/IlkVocabulary/Features/TextFeature.swift").components(
        separatedBy: "\n")
    var (documentation, comment): ([String: String], [Substring]) = ([:], [])
    for line in lines {
        if line.hasPrefix("    /// ") {
            comment.append(line.dropFirst(8))
        } else {
            if line.hasPrefix("    case ") {
                documentation[String(line.dropFirst(9))] = comment.joined(separator: " ")
            }
            comment = []
        }
    }
    return documentation
}

/// Returns the first sentence of a feature's documentation, without its range.
private func beginning(of summary: String) -> String {
    for ending in [", 0...1", ", else 0."] {
        guard let end = summary.firstRange(of: ending) else { continue }
        return String(summary[..<end.lowerBound])
    }
    let end = summary.firstRange(of: #/\.( [A-Z0]|$)/#)?.lowerBound ?? summary.endIndex
    return String(summary[..<end])
}

private func text(of path: String) throws -> String {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    return try String(contentsOf: root.appending(path: path), encoding: .utf8)
}
