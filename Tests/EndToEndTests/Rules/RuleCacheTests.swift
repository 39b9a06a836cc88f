import Foundation
import TestSupport
import Testing

/// The cache of compiled rules for `--rules`, and the output of `ilk rules compile`.
@Suite("Compiled rules") struct RuleCacheTests {
    private let tool: Tool

    init() throws {
        tool = try Tool()
        try tool.write("own/a.yaml", RulePackText.closing("Kind regards"))
    }

    private static let classify =
        "printf 'I come at noon. Kind regards' | ilk classify --classifier rules --format json --explain --rules"

    /// Classifies a text with the cache in a folder of this name.
    private func verdict(_ rules: String, cache: String = "cache") throws -> String {
        let outcome = try tool.shell("export XDG_CACHE_HOME=$PWD/\(cache); \(Self.classify) \(rules)")
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        return outcome.output
    }

    private func kept(_ cache: String = "cache") throws -> [String] {
        let folder = tool.path("\(cache)/ilk/rules")
        guard FileManager.default.fileExists(atPath: folder) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    }

    @Test func `the second start uses the rules that the first one compiled`() throws {
        let first = try verdict("own")
        #expect(first.contains("email.regards"))
        let files = try kept()
        try #require(files.count == 1 && files[0].hasSuffix(".ilkrules"), "\(files)")
        #expect(try verdict("own") == first)
        #expect(try kept() == files, "it is kept once")
        try tool.write("own/a.yaml", RulePackText.closing("Best wishes"))
        #expect(try !verdict("own").contains("email.regards"), "changed rules are compiled again")
        #expect(try kept().count == 2)
    }

    @Test func `rules with a warning are cached, and each start reports the warning`() throws {
        try tool.write(
            "own/a.yaml",
            RulePackText.thanks.replacing("words: [thanks]", with: "regex: 't.{0,900}[^z]{0,900}hanks'"))
        for _ in 1...2 {
            let run = try tool.shell("export XDG_CACHE_HOME=$PWD/cache; \(Self.classify) own")
            #expect(run.status == 0 && run.errors.contains("own/a.yaml:10:"), "\(run.errors)")
            #expect(run.errors.split(separator: "[R022]").count == 2, "\(run.errors)")
            #expect(try kept().count == 1)
        }
    }

    @Test func `a cached file with another digest is not used`() throws {
        try tool.write("other/a.yaml", RulePackText.closing("Best wishes"))
        _ = try verdict("own")
        let own = try #require(try kept().first)
        _ = try verdict("other", cache: "elsewhere")
        let other = try #require(try kept("elsewhere").first)
        // Put the compiled form of other rules under this name. Only reading the file reveals it.
        try FileManager.default.removeItem(atPath: tool.path("cache/ilk/rules/\(own)"))
        try FileManager.default.copyItem(
            atPath: tool.path("elsewhere/ilk/rules/\(other)"), toPath: tool.path("cache/ilk/rules/\(own)"))
        #expect(try verdict("own").contains("email.regards"), "rules of another digest are not taken")
    }

    @Test func `a damaged cache file is rebuilt`() throws {
        let first = try verdict("own")
        let file = tool.path("cache/ilk/rules/\(try #require(try kept().first))")
        let whole = try Data(contentsOf: URL(filePath: file))
        for damaged in [Data(), whole.prefix(100), whole.prefix(whole.count - 1), Data(whole.map { ~$0 })] {
            try damaged.write(to: URL(filePath: file))
            #expect(try verdict("own") == first)
            #expect(try Data(contentsOf: URL(filePath: file)) == whole)
        }
        #expect(try kept().count == 1, "no draft is left")
    }

    @Test func `rules work without a writable cache`() throws {
        let usual = try verdict("own")
        try tool.write("nofolder", "a file in the way")
        #expect(try verdict("own", cache: "nofolder") == usual)
        let without = try tool.shell("unset HOME XDG_CACHE_HOME; \(Self.classify) own")
        #expect(without.status == 0 && without.output == usual, "\(without.errors)")
    }

    @Test func `the cache keeps 16 rule sets`() throws {
        for index in 0..<20 {
            try tool.write("own/a.yaml", RulePackText.closing("Regards \(index)"))
            _ = try verdict("own")
        }
        #expect(try kept().count == 16)
    }

    @Test func `a compiled file replaces its packs`() throws {
        let made = try tool.run("rules", "compile", "own", "-o", "own.ilkrules")
        #expect(made.status == 0 && made.output.isEmpty)
        #expect(made.errors.hasPrefix("ilk: own.ilkrules: 1 rule, "), "\(made.errors)")
        #expect(try verdict("own.ilkrules", cache: "none") == verdict("none --rules own"))
        #expect(try kept("none").isEmpty)
        let bytes = try tool.bytes("own.ilkrules")
        #expect(try tool.run("rules", "compile", "own", "-o", "again.ilkrules", "--quiet").errors.isEmpty)
        #expect(try tool.bytes("again.ilkrules") == bytes)
    }

    @Test func `a file that is not a compiled rule set is reported with its status`() throws {
        try tool.write("text.ilkrules", "version: 1\n")
        let short = try tool.shell("\(Self.classify) text.ilkrules")
        #expect(short.status == 65 && short.errors.contains("text.ilkrules: "), "\(short.errors)")
        #expect(short.errors.contains("ilk rules compile"), "\(short.errors)")
        try tool.write("empty.ilkrules", "")
        let empty = try tool.shell("\(Self.classify) empty.ilkrules")
        #expect(empty.status == 65, "\(empty.errors)")
        #expect(
            empty.errors
                == "error: empty.ilkrules: cannot read the compiled rules: the file is empty\n"
                + "hint: compile rules with: ilk rules compile FOLDER -o RULES.ilkrules\n")
        let missing = try tool.shell("\(Self.classify) missing.ilkrules")
        #expect(missing.status == 66, "\(missing.errors)")
        try tool.run("rules", "compile", "own", "-o", "own.ilkrules")
        var other = try tool.bytes("own.ilkrules")
        other[8] += 1
        try other.write(to: URL(filePath: tool.path("own.ilkrules")))
        let version = try tool.shell("\(Self.classify) own.ilkrules")
        #expect(
            version.status == 78 && version.errors.contains("this program reads 6 to 9"), "\(version.errors)")
    }

    @Test func `packs with errors are not compiled`() throws {
        try tool.write(
            "own/a.yaml",
            RulePackText.closing("x").replacingOccurrences(of: "label: email", with: "label: emial"))
        let made = try tool.run("rules", "compile", "own", "-o", "own.ilkrules")
        #expect(made.status == 78 && made.errors.contains("[R011]"), "\(made.errors)")
        #expect(made.errors.contains("nothing was written"))
        #expect(try tool.names() == ["own"])
    }
}
