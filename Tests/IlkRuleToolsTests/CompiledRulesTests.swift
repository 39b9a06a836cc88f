import Foundation
import IlkText
import IlkVocabulary
import RuleTestSupport
import Testing

@testable import IlkRules
@testable import IlkRuleTools

/// Rules that use every feature, in compiled form.
enum CompiledFixture {
    static let pack = RuleFixture.pack(
        RuleFixture.rule(
            "a.words",
            match: "w: { words: [kind regards, thanks, déjà vu] }\nat: { words: hello, at: start }",
            when: "count(w) >= 2 or at and wordCount < 40 and titleCaseRatio <= 0.5")
            + RuleFixture.rule(
                "b.literals",
                match:
                    "l: { literal: ['=>', 'Foo('] }\nf: { literal: [select, Straße], fold: true, lines: 2 }",
                when: "1 of (l, f) and near(l, f, 3 lines) or not l and characterCount > 2")
            + RuleFixture.rule(
                "c.expressions",
                match:
                    "h: { regex: '(?im)^(from|to):[ \\t]+\\S' }\nd: { regex: '\\d{4}-\\d\\d' }\nx: { regex: 'é(?=t)' }",
                when: "count(h) == 2 and any(d, x) and formalityScore != 0.25")
            + RuleFixture.rule(
                "d.others", match: "e: { literal: end, at: end }",
                when: "rule(a.words) or none(e, rule(b.literals))", status: "stable")
            + RuleFixture.rule("e.old", match: "o: { literal: old }", status: "deprecated")
            + RuleFixture.rule(
                "f.tried", match: "n: { words: near }\nm: { words: far }", status: "experimental")
            + RuleFixture.rule(
                "g.traits",
                match: """
                    p: { phrase: [near far, hello there], gap: 2, at: line-start }
                    s: { script: [Greek, Cyrillic], lines: 3, near: { matcher: p, words: 4 } }
                    l: { language: [de, en], confidence: 0.25, near: { matcher: s, lines: 1 } }
                    """,
                when: "count(p) >= 1 times and digitRatio < 20 % and (s or l or p)"))

    static let texts = [
        "", "hello there, thanks. Kind-regards\nIda", "select a => b\nfrom t", "SELECT x",
        "From: a\nto: b\n2024-05 été", "déjà vu and thanks, STRASSE Foo(", "it is the end",
        "near and far, old",
        "near and far, мир\nhello γάμμα there", "x", "\u{1F600} K\u{212A} ﬀ",
        "from: y\r\nTo: z\r\n1999-12-31 => Foo(select",
    ]

    static var sources: [RuleSource] { [RuleSource(name: "test.yaml", text: pack)] }

    static func bytes() throws -> [UInt8] {
        CompiledRules.bytes(of: try RuleFixture.ruleSet(pack), from: sources)
    }

    static func read(_ bytes: [UInt8], taxonomy: Taxonomy = .documentType) throws -> RuleSet {
        try bytes.withUnsafeBytes { try CompiledRules.ruleSet(from: $0, taxonomy: taxonomy) }
    }

    /// Returns the texts of the document-type corpora in this repository.
    static func corpus() throws -> [String] {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("corpora/doctype")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
            $0.hasSuffix(".jsonl")
        }
        return try files.sorted().flatMap { file in
            try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
                .split(separator: "\n").compactMap { line in
                    let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
                    return (object as? [String: Any])?["text"] as? String
                }
        }
    }
}

@Suite struct `Compiled rules` {
    /// Checks that two rule sets give the same hits, spans and evidence.
    private func expectEqual(_ first: RuleSet, _ second: RuleSet, on texts: [String]) throws {
        let analyzer = try TextAnalyzer()
        var analysis = AnalyzedText()
        let (left, right) = (RuleMatcher(first), RuleMatcher(second))
        for (index, text) in texts.enumerated() {
            analyzer.analyze(text, into: &analysis)
            left.evaluate(analysis)
            right.evaluate(analysis)
            #expect(left.hits == right.hits, "text \(index)")
            #expect(left.spans == right.spans, "text \(index)")
            #expect(left.hits.map(left.evidence) == right.hits.map(right.evidence), "text \(index)")
        }
    }

    private func expectSameRules(_ compiled: RuleSet, _ read: RuleSet) {
        #expect(compiled.digest == read.digest)
        #expect(compiled.taxonomy == read.taxonomy)
        for (left, right) in zip(compiled.rules, read.rules) {
            #expect(
                left
                    == Rule(
                        id: right.id, description: right.description, status: right.status,
                        weights: right.weights,
                        condition: right.condition, matchers: right.matchers, examples: [],
                        pack: right.pack,
                        file: right.file, line: right.line, contentHash: right.contentHash, changes: []))
        }
        #expect(compiled.rules.count == read.rules.count)
    }

    @Test func `compiled rules equal the rules they were compiled from`() throws {
        let read = try RuleFixture.ruleSet(CompiledFixture.pack)
        let compiled = try CompiledFixture.read(CompiledFixture.bytes())
        expectSameRules(compiled, read)
        try expectEqual(compiled, read, on: CompiledFixture.texts)
        let (left, right) = (RuleMatcher(compiled), RuleMatcher(read))
        for text in CompiledFixture.texts {
            let analysis = try RuleFixture.analysis(text)
            left.evaluate(analysis)
            right.evaluate(analysis)
            for rule in read.rules.indices {
                for truth in [Truth.yes, .no] {
                    #expect(
                        left.clauses(ofRule: rule, analysis, because: truth)
                            == right.clauses(ofRule: rule, analysis, because: truth))
                }
            }
        }
    }

    @Test func `the built-in rules give the same hits on the corpora when compiled`() throws {
        let sources = try ShippedRules.sources()
        let read = try #require(RuleLint.load(sources: sources, taxonomy: .documentType).ruleSet)
        let compiled = try CompiledFixture.read(CompiledRules.bytes(of: read, from: sources))
        expectSameRules(compiled, read)
        let texts = try CompiledFixture.corpus()
        #expect(texts.count > 1_000)
        try expectEqual(compiled, read, on: texts + read.rules.flatMap { $0.examples.map(\.text) })
    }

    @Test func `an empty rule set can be compiled`() throws {
        let none = try #require(RuleLint.load(sources: [], taxonomy: .documentType).ruleSet)
        let compiled = try CompiledFixture.read(CompiledRules.bytes(of: none, from: []))
        expectSameRules(compiled, none)
        try expectEqual(compiled, none, on: ["any text"])
    }

    @Test func `the same rules compile to the same bytes in any file order`() throws {
        let sources = try ShippedRules.sources()
        let read = try #require(RuleLint.load(sources: sources, taxonomy: .documentType).ruleSet)
        let other = try #require(
            RulePack.load(sources: sources.reversed(), taxonomy: .documentType).ruleSet)
        let bytes = CompiledRules.bytes(of: read, from: sources)
        #expect(CompiledRules.bytes(of: other, from: sources.reversed()) == bytes)
        let again = try CompiledFixture.read(bytes)
        #expect(CompiledRules.bytes(of: again, from: sources) == bytes)
    }

    /// The digests of the fixture's rules in each version of the compiled format and of the feature list. A
    /// change of the format needs a new version, so that programs do not load cached files of another format.
    @Test func `a changed compiled format has a new version`() throws {
        let digest = ContentDigest(of: try CompiledFixture.bytes()).description
        let known = [
            "1, features 2": "29aa1dd030ba3c5fc44eb2d2ebd21feab52e16756062c6e3460f8e5a22c7fcc4",
            "2, features 2": "fc29897db6c14ca0c3686f3f33f9be398bbcd4eb2b0e29ab3b2b3c561a21e637",
            "3, features 2": "b7013623fbc83bca050848e6b1f1009d5e137ad278f61456185f0a3a50923f4b",
            "4, features 2": "fcf32959dd1e8212e92043bfa3cbbcab00d23057871509f03f6a106b3252de2b",
            "5, features 2": "d956675361adcd92a2a9c9fb5860f150ebcd68ef799618c850e08cf050953544",
            "6, features 2": "078c9072a7d7a016cf4242971f7c615cc7c6cd7b07b9e835d86460e135425e06",
            "7, features 2": "eb53627cdfdbee9b460aa4c621c1ea19a19392660a953a47fb50ce9bd53d0e3a",
            "7, features 3": "c2febb71598e8deca500b9fe3e3d28a439163b434a7655139406d0b67bd32173",
            "8, features 3": "55b29a4dff33350f1b958de9467c5b83a6e5871ee607c58b44fae7d4b9b2559d",
            "9, features 3": "9daf6f65fb8d67cb157c652510dadba2e0947ada86f2dbb3f438567c91918c54",
        ]
        let version = "\(CompiledRules.version), features \(TextFeatures.schemaVersion)"
        #expect(
            known[version] == digest,
            "raise CompiledRules.version, add '\(version)' here with its digest, then run: make rules")
    }

    @Test func `expressions with equal but differently composed characters stay apart`() throws {
        let patterns = ["caf\u{E9}", "cafe\u{301}", "30\u{212A}", "30K"]
        let pack = RuleFixture.pack(
            patterns.enumerated().map {
                RuleFixture.rule("a.n\($0.offset)", match: "m: { regex: '\($0.element)' }")
            }.joined())
        let bytes = CompiledRules.bytes(of: try RuleFixture.ruleSet(pack), from: [])
        let matcher = RuleMatcher(try CompiledFixture.read(bytes))
        for (index, text) in patterns.enumerated() {
            matcher.evaluate(try RuleFixture.analysis(text))
            #expect(matcher.hits.map(\.rule) == [index])
        }
    }

    @Test func `rules report the names of the given source files`() throws {
        let bytes = try CompiledFixture.bytes()
        let moved = [RuleSource(name: "elsewhere.yaml", text: CompiledFixture.pack)]
        let rules = try bytes.withUnsafeBytes {
            try CompiledRules.ruleSet(from: $0, taxonomy: .documentType, sources: moved)
        }
        #expect(rules.rules.allSatisfy { $0.file == "elsewhere.yaml" })
        #expect(try CompiledFixture.read(bytes).rules.allSatisfy { $0.file == "test.yaml" })
    }

    @Test func `cached rules keep their warnings under the present names of the files`() throws {
        func load(_ prefix: String) -> (ruleSet: RuleSet?, sources: [RuleSource]) {
            let sources = ["a.{1,900}[^z]{1,900}b", "plain"].enumerated().map { index, pattern in
                let rule = RuleFixture.rule("a.n\(index)", match: "m: { regex: '\(pattern)' }")
                return RuleSource(name: "\(prefix)\(index).yaml", text: RuleFixture.pack(rule))
            }
            return (RuleLint.load(sources: sources, taxonomy: .documentType).ruleSet, sources)
        }
        let (first, again) = (load("a"), load("b"))
        let (ruleSet, expected) = (try #require(first.ruleSet), try #require(again.ruleSet).warnings)
        #expect(ruleSet.warnings.map(\.file) == ["a0.yaml"] && expected.map(\.file) == ["b0.yaml"])
        let bytes = try CachedRules.bytes(of: ruleSet, from: first.sources)
        func read(_ bytes: some Collection<UInt8>) throws -> RuleSet {
            try Array(bytes).withUnsafeBytes {
                try CachedRules.ruleSet(
                    from: $0, taxonomy: .documentType, sources: again.sources.reversed())
            }
        }
        let cached = try read(bytes)
        #expect(cached.digest == ruleSet.digest && cached.warnings == expected)
        #expect(throws: DecodingError.self) { try read(bytes.dropLast()) }
        let compiled = CompiledRules.bytes(of: ruleSet, from: first.sources)
        #expect(throws: FormatError.self) { try read(compiled.dropLast()) }
    }

    @Test func `compiled rules are found only for exactly their sources`() throws {
        let bytes = try CompiledFixture.bytes()
        func isFound(_ texts: [String], _ bytes: [UInt8]) -> Bool {
            let sources = texts.map { Array($0.utf8) }
            let buffers = sources.map { source -> (name: String, bytes: UnsafeBufferPointer<UInt8>) in
                let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: source.count)
                _ = copy.initialize(from: source)
                return ("a", UnsafeBufferPointer(copy))
            }
            defer { for buffer in buffers { buffer.bytes.deallocate() } }
            return bytes.withUnsafeBytes {
                CompiledRules.ruleSet(from: $0, taxonomy: .documentType, compiledFrom: buffers) != nil
            }
        }
        #expect(isFound([CompiledFixture.pack], bytes))
        #expect(!isFound([CompiledFixture.pack + "\n"], bytes))
        #expect(!isFound([CompiledFixture.pack, ""], bytes))
        #expect(!isFound([], bytes))
        #expect(!isFound([CompiledFixture.pack], []))
    }
}
