import Foundation
import Ilk
import IlkPipeline
import IlkRules
import IlkRuleTools
import IlkVocabulary
import Testing

@Suite struct `Reloading rules` {
    private let desk: RuleTestFolder

    init() throws {
        desk = try RuleTestFolder()
        try desk.put(RuleTestFolder.pack("a.one", "a.two"))
    }

    private func names(_ verdict: Verdict) -> [String] { verdict.evidence.map(\.id).sorted() }

    @Test func `new rules replace the old ones, and verdicts contain their digest`() throws {
        let pipeline = try ReloadablePipeline(desk.assembly())
        let before = try pipeline.classify("the pump", explaining: true)
        #expect(names(before) == ["a.one", "a.two"])
        try desk.put(RuleTestFolder.pack("b.one"))
        #expect(
            try names(pipeline.classify("the pump", explaining: true)) == ["a.one", "a.two"],
            "not reloaded yet"
        )
        let reload = pipeline.reload()
        #expect(reload.outcome == .replaced && reload.ruleCount == 1)
        let after = try pipeline.classify("the pump", explaining: true)
        #expect(names(after) == ["b.one"])
        #expect(reload.before == before.provenance.ruleSetDigest)
        #expect(reload.after == after.provenance.ruleSetDigest)
        #expect(reload.before != reload.after)
        #expect(reload.description == "1 rule active (\(reload.after?.prefix(12) ?? ""))")
    }

    @Test func `rules whose expression can reach the step limit are used and reported`() throws {
        let slow = RuleTestFolder.pack("a.one").replacing(
            "words: [pump]", with: "regex: 'p.{0,900}[^z]{0,900}ump'")
        try desk.put(slow)
        for _ in 1...2 {
            let pipeline = try ReloadablePipeline(desk.assembly())
            let warnings = try #require(pipeline.ruleSet).warnings
            #expect(warnings.map(\.code) == [.manySteps])
        }
        let pipeline = try ReloadablePipeline(desk.assembly())
        try desk.put(slow.replacing("a.one", with: "b.one"))
        let reload = pipeline.reload()
        #expect(reload.outcome == .replaced)
        let told = reload.description.split(separator: "\n")
        #expect(told.first?.hasPrefix("1 rule active") == true, "\(told)")
        #expect(told.dropFirst().first?.contains("[R022]") == true, "\(told)")
    }

    @Test func `a reload without changes keeps the snapshot`() throws {
        let pipeline = try ReloadablePipeline(desk.assembly())
        let snapshot = pipeline.current
        let reload = pipeline.reload()
        #expect(reload.outcome == .unchanged && reload.before == reload.after)
        #expect(pipeline.current === snapshot)
        #expect(pipeline.reloadIfChanged() == nil)
    }

    @Test func `a rule that fails its own example is refused and reported`() throws {
        let pipeline = try ReloadablePipeline(desk.assembly())
        let snapshot = pipeline.current
        try desk.put(RuleTestFolder.pack("a.one", example: "no such word"))
        let reload = pipeline.reload()
        #expect(reload.outcome == .refused && reload.failures.map(\.ruleID) == ["a.one"])
        #expect(pipeline.current === snapshot)
        let told = reload.description.split(separator: "\n")
        #expect(told.count == 2 && told[0].contains("the old rules stay"), "\(told)")
        #expect(told[1].contains("a.yaml:13:15: the rule 'a.one' fails its example (match)"), "\(told)")
    }

    @Test func `file changes are detected by polling, and invalid files are reported once`() throws {
        let pipeline = try ReloadablePipeline(desk.assembly())
        #expect(pipeline.reloadIfChanged() == nil)
        try desk.put(RuleTestFolder.pack("b.one"))
        #expect(pipeline.reloadIfChanged()?.outcome == .replaced)
        try desk.put(RuleTestFolder.pack("c.one"), at: "own/deeper/c.yaml")
        #expect(pipeline.reloadIfChanged()?.ruleCount == 2)
        try desk.put("rules: [", at: "own/d.yaml")
        #expect(pipeline.reloadIfChanged()?.outcome == .refused)
        #expect(pipeline.reloadIfChanged() == nil, "it was told")
        try desk.remove("own/d.yaml")
        #expect(pipeline.reloadIfChanged()?.outcome == .unchanged)
        try desk.remove("own/deeper/c.yaml")
        #expect(pipeline.reloadIfChanged()?.ruleCount == 1)
        try desk.put("# an editor's", at: "own/.#a.yaml")
        #expect(pipeline.reloadIfChanged() == nil)
    }

    @Test func `the memory of old rules is freed after their last use`() throws {
        let pipeline = try ReloadablePipeline(desk.assembly())
        weak let old = pipeline.current
        #expect(old != nil)
        var session: PipelineSession? = try old?.makeSession()
        _ = try pipeline.classify("the pump")
        try desk.put(RuleTestFolder.pack("b.one"))
        #expect(pipeline.reload().outcome == .replaced)
        #expect(
            old != nil
                && session?.classify("the pump").provenance.ruleSetDigest
                    == old?.classifier.provenance.ruleSetDigest
        )
        session = nil
        #expect(old == nil)
    }

    @Test func `idle sessions belong to one snapshot, are limited in number and are freed with it`()
        async throws
    {
        let pipeline = try ReloadablePipeline(desk.assembly())
        weak let old = pipeline.current
        try await withThrowingTaskGroup { group in
            for number in 0..<64 {
                group.addTask {
                    let bytes = Array("the pump \(number)".utf8)
                    for _ in 0..<20 {
                        _ = try bytes.withUnsafeBufferPointer { try pipeline.current.classify($0) }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect((1...16).contains(old?.idleSessions ?? 0))
        let long = Array(String(repeating: "the pump ", count: 10_000).utf8)
        let idle = old?.idleSessions ?? 0
        _ = try long.withUnsafeBufferPointer { try pipeline.current.classify($0) }
        #expect(old?.idleSessions == idle - 1, "the memory of a long text is not kept")
        let text = Array("the pump".utf8)
        let before = try text.withUnsafeBufferPointer { try pipeline.current.classify($0, explaining: true) }
        try desk.put(RuleTestFolder.pack("b.one"))
        #expect(pipeline.reload().outcome == .replaced && pipeline.current.idleSessions == 0)
        #expect(old == nil)
        let after = try text.withUnsafeBufferPointer { try pipeline.current.classify($0, explaining: true) }
        #expect(names(before) == ["a.one", "a.two"] && names(after) == ["b.one"])
        #expect(try pipeline.classify("the pump", explaining: true) == after, "the same as for a string")
    }

    @Test func `corrections survive a reload and can be replaced`() throws {
        let digest = ContentDigest(of: "the pump")
        let pipeline = try ReloadablePipeline(desk.assembly(), corrections: [digest: ["code"]])
        #expect(try pipeline.classify("the pump").category == "code")
        try desk.put(RuleTestFolder.pack("b.one"))
        #expect(pipeline.reload().outcome == .replaced)
        #expect(try pipeline.classify("the pump").category == "code")
        pipeline.use(corrections: [digest: ["search"]])
        #expect(try pipeline.classify("the pump").category == "search")
    }

    @Test func `a pipeline without rules has nothing to reload`() throws {
        var assembly = desk.assembly()
        assembly.classifierType = .bayes
        let pipeline = try ReloadablePipeline(assembly)
        #expect(pipeline.reload().outcome == .unchanged && pipeline.reloadIfChanged() == nil)
    }

    @Test func `a service classifies with the current rules`() async throws {
        let pipeline = try ReloadablePipeline(desk.assembly())
        let service = TextClassificationService(reloadable: pipeline)
        let before = try await service.classify("the pump")
        try desk.put(RuleTestFolder.pack("b.one", label: "code"))
        #expect(pipeline.reload().outcome == .replaced)
        let after = try await service.classify("the pump")
        #expect(before.category == "email" && after.category == "code")
    }

    @Test func `no thread fails or mixes rule sets during a thousand reloads`()
        async throws
    {
        let packs = [
            RuleTestFolder.pack("a.one", "a.two", "a.three"),
            RuleTestFolder.pack("b.one", "b.two", "b.three"),
        ]
        let pipeline = try ReloadablePipeline(desk.assembly())
        // The rules for each digest.
        var known: [String: [String]] = [:]
        for pack in packs {
            try desk.put(pack)
            #expect(pipeline.reload().outcome == .replaced)
            let verdict = try pipeline.classify("the pump", explaining: true)
            known[verdict.provenance.ruleSetDigest ?? ""] = names(verdict)
        }
        let readers = PipelineReaders(pipeline: pipeline, texts: ["the pump"], isExplaining: true) {
            [known] _, verdict in
            let digest = verdict.provenance.ruleSetDigest ?? ""
            return known[digest] == names(verdict) ? nil : "\(digest) \(names(verdict))"
        }
        var replaced = 0
        try await readers.run(tasks: 6) {
            for turn in 0..<1_000 {
                // Every tenth file is invalid and leaves the previous rules active.
                try desk.put(turn % 10 == 9 ? "rules: [" : packs[turn % 2])
                if pipeline.reload().outcome == .replaced { replaced += 1 }
            }
        }
        #expect(replaced >= 800)
    }
}
