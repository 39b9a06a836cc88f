import Foundation
import Ilk
import IlkPipeline
import IlkRules
import IlkRuleTools
import IlkVocabulary
import Testing

@Suite struct `Layers of rules on disk` {
    private let desk: RuleTestFolder

    init() throws { desk = try RuleTestFolder() }

    private let ofProgram = { try BuiltIn.ruleSet() }

    private func load(_ stack: RuleStack) throws -> RuleSet? {
        try desk.assembly(stack).loadRules(taxonomy: .documentType)
    }

    @Test func `without rule files the built-in rules apply, and no cache is written`() throws {
        #expect(try load(.default)?.digest == ofProgram().digest)
        #expect(try load(.builtIn)?.digest == ofProgram().digest)
        #expect(try load(.none) == nil)
        #expect(!FileManager.default.fileExists(atPath: desk.root.appending(path: "cache").path))
    }

    @Test func `machine, user and named files override the built-in rules in this order`() throws {
        let rule = try #require(ofProgram().rules.first)
        for (path, word) in [("etc", "machine"), ("config/ilk", "user"), ("own", "named")] {
            let file = path == "own" ? "own/a.yaml" : "\(path)/rules/doctype/a.yaml"
            try desk.put(RuleTestFolder.pack(rule.id, "own.\(word)", word: word), at: file)
        }
        let stacks: [(RuleStack, [String])] = [
            (.default, ["own.machine", "own.user"]),
            (
                RuleStack(RuleStack.default.layers + [.files(desk.folder.path)]),
                ["own.machine", "own.named", "own.user"]
            ),
            (RuleStack([.files(desk.folder.path)]), ["own.named"]),
            (RuleStack([.builtIn, .files(desk.folder.path)]), ["own.named"]),
        ]
        for (stack, own) in stacks {
            let set = try #require(try load(stack))
            #expect(set.rules.map(\.id).filter { $0.hasPrefix("own.") } == own)
            let top = try #require(set.rules.first { $0.id == rule.id })
            #expect(top.file.hasSuffix(stack == .default ? "config/ilk/rules/doctype/a.yaml" : "own/a.yaml"))
            let count = stack.layers.contains(.builtIn) ? try ofProgram().rules.count : 1
            #expect(set.rules.count == count + own.count)
            // The second load uses the cache and has the same result.
            #expect(try load(stack)?.digest == set.digest)
            #expect(try load(stack)?.rules.map(\.changes) == set.rules.map(\.changes))
        }
    }

    @Test func `override files change built-in rules`() throws {
        let rule = try #require(ofProgram().rules.first { $0.status.counts })
        try desk.put(
            RuleTestFolder.overrides(
                "change:\n  - { rules: [\(rule.id)], status: deprecated, reason: no }\n"),
            at: "config/ilk/rules/doctype/tuning.yaml")
        let set = try #require(try load(.default))
        let changed = try #require(set.rules.first { $0.id == rule.id })
        #expect(changed.status == .deprecated)
        #expect(changed.changes.map(\.kind) == [.status(before: rule.status)])
        #expect(set.digest != (try ofProgram().digest))
    }

    @Test func `an error in any layer is reported with a command that lists all errors`() throws {
        try desk.put("rules: [", at: "config/ilk/rules/doctype/a.yaml")
        do {
            _ = try load(.default)
            Issue.record("the rules were accepted")
        } catch let error as IlkError {
            #expect(error.kind == .configuration && error.description.contains("[R001]"))
            #expect(error.hint == "list all problems with: ilk rules lint --on-top")
        }
        #expect(try load(.builtIn)?.digest == ofProgram().digest)
    }

    @Test func `compiled rules replace all other layers and cannot be combined`() throws {
        try desk.put(RuleTestFolder.pack("a.one"))
        let set = try #require(try load(RuleStack([.files(desk.folder.path)])))
        let path = desk.root.appending(path: "a.ilkrules").path
        try Data(CompiledRules.bytes(of: set, from: [])).write(to: URL(filePath: path))
        #expect(try load(RuleStack(RuleStack.default.layers + [.files(path)]))?.digest == set.digest)
        #expect(throws: IlkError.self) {
            try load(RuleStack([.files(path), .files(desk.folder.path)]))
        }
    }

    @Test func `reloaded rules are cached for the next start`() throws {
        try desk.put(RuleTestFolder.pack("a.one"))
        let pipeline = try ReloadablePipeline(desk.assembly())
        try desk.put(RuleTestFolder.pack("a.two"))
        #expect(pipeline.reload().outcome == .replaced)
        let kept = try FileManager.default.contentsOfDirectory(
            atPath: desk.root.appending(path: "cache/ilk/rules").path)
        #expect(kept.count == 2)
        #expect(try load(RuleStack([.files(desk.folder.path)]))?.rules.map(\.id) == ["a.two"])
    }
}
