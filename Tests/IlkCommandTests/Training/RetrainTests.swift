import Foundation
import TestSupport
import Testing

@testable import IlkCommand
@testable import IlkConsole

/// The workflow of corrections and retraining, and common mistakes.
@Suite("retrain") struct RetrainTests {
    private let tool: Tool

    init() throws { tool = try Tool() }

    @Test func `classify, log, correct, retrain, promote: the loop takes five commands`() async throws {
        #expect(
            try await tool.run("classify", "--log", input: "Saturday as agreed then, bring the boat").status
                == 0)
        #expect(try await tool.run("log", "correct", "-1", "email").status == 0)
        let learned = try await tool.run("retrain")
        #expect(learned.status == 0, "\(learned.output)\(learned.errors)")
        #expect(try await tool.run("model", "rollback").status == 0)
        #expect(try await tool.run("model", "promote", "1.3.1").status == 0)
        let card = try await tool.run("model", "show", "1.3.1")
        #expect(card.status == 0 && card.output.contains("ilk retrain"))
        #expect(learned.lines.count { !$0.hasPrefix(" ") } <= 6, "\(learned.output)")
        for line in learned.lines { #expect(line.count <= 80, "\(line)") }
    }

    @Test(arguments: [("emotion", "sad"), ("severity", "warn"), ("spam", "spam")])
    func `a log file of another taxonomy is retrained from its built-in model`(
        taxonomy: String, label: String
    )
        async throws
    {
        let log = tool.path("own.sqlite")
        let logged = try await tool.run(
            "classify", "--taxonomy", taxonomy, "--log", "--log-file", log,
            input: "Saturday as agreed then, bring the boat")
        #expect(logged.status == 0, "\(logged.errors)")
        let corrected = try await tool.run("log", "correct", "-1", label, "--log-file", log)
        #expect(corrected.status == 0, "\(corrected.errors)")
        let learned = try await tool.run("retrain", "--log-file", log)
        #expect(learned.output.contains("Learned   1 correction"), "\(learned.output)\(learned.errors)")
        #expect(
            try await tool.run("model", "ls", "--taxonomy", taxonomy).output.contains("1.1.1"), "a candidate")
    }

    @Test func `a version that was rolled back is not promoted again automatically`() async throws {
        try await tool.run("classify", "--log", input: "Saturday as agreed then, bring the boat")
        try await tool.run("log", "correct", "-1", "email")
        try await tool.run("retrain")
        try await tool.run("model", "rollback", "--why", "no good")
        let again = try await tool.run("retrain")
        #expect(again.status == 0 && !again.output.contains("is active"), "\(again.output)\(again.errors)")
        #expect(again.output.contains("rolled back") && again.output.contains("ilk model promote"))
        let used = try await tool.run("model", "ls")
        #expect(used.status == 0 && used.output.contains("built-in"), "\(used.output)")
    }

    /// Returns the files of the user's data that contain one of these words.
    private func files(with words: [String]) throws -> [String] {
        let folder = URL(filePath: tool.log).deletingLastPathComponent()
        let all = try #require(FileManager.default.subpaths(atPath: folder.path))
        return try all.filter { name in
            let path = folder.appending(path: name)
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: path.path, isDirectory: &isFolder),
                !isFolder.boolValue
            else { return false }
            let bytes = try Data(contentsOf: path)
            return words.contains { bytes.range(of: Data($0.utf8)) != nil }
        }.sorted()
    }

    @Test
    func `purged texts are in no file and no model, and an ignored author stays ignored`()
        async throws
    {
        let words = ["zanzib", "quokkaf", "vespert"]
        try await tool.run("classify", "--log", input: "Saturday as agreed then, bring the boat")
        try await tool.run("log", "correct", "-1", "email", "--by", "ida")
        try await tool.run(
            "classify", "--log", input: "the zanzibarite, the quokkaflute and the vespertilion are ready")
        try await tool.run("log", "correct", "-1", "email", "--by", "ida")
        try await tool.run("classify", "--log", input: "see you at 8 then")
        try await tool.run("log", "correct", "-1", "code", "--by", "bo")
        let learned = try await tool.run("retrain", "--without-author", "bo")
        #expect(learned.output.contains("is active"), "\(learned.output)\(learned.errors)")
        // The archive keeps the retrained model because of the verdict on this entry.
        try await tool.run("classify", "--log", input: "lol no")
        let before = try files(with: words)
        #expect(
            before.contains("retraining/doctype.counts") && before.contains { $0.hasPrefix("log.sqlite") },
            "\(before)")
        let gone = try await tool.run("log", "purge", "--match", "quokkaflute", "--yes")
        #expect(gone.status == 0 && gone.errors.contains("Purged 1 entry"), "\(gone.errors)")
        #expect(try files(with: words) == [], "\(before)")
        #expect(
            gone.errors.contains("version 1.3.2 is active now: 1 text unlearned; version 1.3.1 is deleted"),
            "\(gone.errors)")
        let list = try await tool.run("model", "ls")
        #expect(list.output.contains("1.3.2") && !list.output.contains("1.3.1"), "\(list.output)")
        let again = try await tool.run("retrain")
        #expect(again.output.contains("; ignored: bo"), "\(again.output)\(again.errors)")
        #expect(again.output.contains("Learned   1 "), "\(again.output)")
    }

    @Test func `a purge of texts that were not used for training leaves the models unchanged`() async throws {
        try await tool.run("classify", "--log", input: "Saturday as agreed then, bring the boat")
        try await tool.run("log", "correct", "-1", "email")
        try await tool.run("retrain")
        try await tool.run("classify", "--log", input: "see you at 8 then")
        let gone = try await tool.run("log", "purge", "--entry", "-1", "--yes")
        #expect(gone.status == 0 && !gone.errors.contains("deleted"), "\(gone.errors)")
        #expect(try await tool.run("model", "ls").output.contains("1.3.1"))
        #expect(try await tool.run("retrain").output.contains("Nothing new"))
    }

    @Test func `mistakes are reported with a hint`() async throws {
        let none = try await tool.run("retrain")
        #expect(none.status == 66 && none.errors.contains("ilk classify --log"))
        try await tool.run("classify", "--log", input: "see you at 8 then")
        let uncorrected = try await tool.run("retrain")
        #expect(uncorrected.status == 0 && uncorrected.output.contains("ilk log correct -1 email"))
        let file = tool.path("c.sqlite")
        try await tool.run("classify", "--log", "--log-file", file, input: "see you at 8 then")
        let named = try await JSONValue(tool.line("ilk retrain --log-file \(file) --format json").data)
        let reason = try #require(named["reason"].string)
        #expect(reason.hasSuffix(": ilk log correct -1 email --log-file \(file)"), "\(reason)")
        let both = try await tool.run("retrain", "--without-author", "bo", "--with-author", "bo")
        #expect(both.status == 64 && both.errors.contains("'bo'"))
        try await tool.run("log", "correct", "-1", "message", "--by", "bo")
        let without = try await tool.run("retrain", "--without-author", "bo")
        #expect(
            without.output.contains("Nothing to learn without the corrections by bo"), "\(without.output)")
        let list = try await tool.run("log", "ls")
        #expect(list.output.contains("(message ignored)") && !list.output.contains("→"), "\(list.output)")
        let shown = try await tool.run("log", "show", "-1", "--format", "json")
        #expect(shown.output.contains(#""ignored" : true"#), "\(shown.output)")
        #expect(try await tool.run("log", "show", "-1").output.contains(", ignored\n"))
    }

    @Test func `a correction by an ignored author has no effect and is reported as ignored`() async throws {
        try await tool.run("classify", "--log", input: "see you at 8 then")
        try await tool.run("log", "correct", "-1", "message", "--by", "bo")
        try await tool.run("retrain", "--without-author", "bo")
        let note = "corrections by bo are ignored; to count them: ilk retrain --with-author bo\n"
        for (line, change, isIgnored) in [
            ("code --by bo", "message, unchanged", true), ("code --by ann", "message → code", false),
            ("email --by bo", "code, unchanged", true), ("email --by ann", "code → email", false),
            ("--withdraw --by ann", "email → message", false),
            ("--withdraw --by ann", "message, no correction to withdraw", false),
        ] {
            let run = try await tool.line("ilk log correct -1 \(line)")
            #expect(run.status == 0 && run.output.contains("  \(change)  "), "\(run.output)\(run.errors)")
            #expect(run.errors.contains(note) == isIgnored, "\(run.errors)")
        }
    }

    @Test func `a version without the corrections of another log names them and the merge`() async throws {
        let (a, b) = (tool.path("a.sqlite"), tool.path("b.sqlite"))
        for (file, label) in [(a, "email"), (b, "code")] {
            try await tool.line("ilk classify --log --log-file \(file)", input: "see you at 8 then")
            try await tool.line("ilk log correct -1 \(label) --log-file \(file)")
        }
        let first = try await tool.line("ilk retrain --log-file \(a) --format json")
        #expect(!first.output.contains("another log"), "\(first.output)")
        try await tool.line("ilk model promote 1.3.1")
        let dry = try await tool.line("ilk retrain --dry-run --log-file \(b) --format json")
        #expect(dry.output.contains("Version 1.3.1 learned 1 correction of another log;"), "\(dry.output)")
        let second = try await tool.line("ilk retrain --log-file \(b) --format json")
        let reason = try #require(JSONValue(second.data)["reason"].string)
        #expect(
            reason.hasSuffix(
                "learned 1 correction of another log; this version does not contain it. "
                    + "To add the counts of both: ilk model merge 1.3.1 1.3.2"), "\(reason)")
    }

    @Test func `an author to ignore needs a name, and a name without corrections is reported`() async throws {
        let empty = try await tool.run("retrain", "--without-author", "")
        #expect(empty.status == 64 && empty.errors.contains("--without-author: '' is not valid"))
        try await tool.run("classify", "--log", input: "see you at 8 then")
        try await tool.run("log", "correct", "-1", "message", "--by", "bob")
        let unknown = try await tool.run("retrain", "--dry-run", "--without-author", "bobb")
        #expect(
            unknown.errors.contains("the log has no corrections by bobb; did you mean 'bob'?\n"),
            "\(unknown.errors)")
        let known = try await tool.run("retrain", "--dry-run", "--without-author", "bob")
        #expect(!known.errors.contains("no corrections by"), "\(known.errors)")
    }

    @Test func `a challenger runs in the shadow and its differences are reported`() async throws {
        try await tool.run("classify", "--log", input: "Saturday as agreed then, bring the boat")
        try await tool.run("log", "correct", "-1", "email")
        try await tool.run("retrain")
        let shadow = try await tool.run(
            "classify", "--lines", "--challenger", "built-in", input: "lol no\nx = 1;\n")
        let plain = try await tool.run("classify", "--lines", input: "lol no\nx = 1;\n")
        #expect(shadow.status == 0 && shadow.output == plain.output)
        #expect(shadow.errors.contains("of 2 verdicts differ"), "\(shadow.errors)")
        let missing = try await tool.run("classify", "--challenger", "9.9.9", input: "lol")
        #expect(missing.status == 66, "\(missing.status) \(missing.errors)")
    }

    @Test func `answers of a challenger are logged, shown, exported and compared`() async throws {
        try await tool.run("classify", "--log", input: "Saturday as agreed then, bring the boat")
        try await tool.run("log", "correct", "-1", "email")
        try await tool.run("retrain")
        #expect(try await tool.run("model", "compare", "built-in", "--answered").status == 65)
        let lines = "lol no\nx = 1;\nSaturday as agreed then, bring the boats\n"
        let run = try await tool.run("classify", "--lines", "--log", "--challenger", "built-in", input: lines)
        #expect(run.status == 0, "\(run.errors)")
        let shown = try await tool.run("log", "show", "-1")
        #expect(shown.output.contains("challenger  "), "\(shown.output)")
        let json = try await JSONValue(tool.run("log", "show", "-1", "--format", "json").data)
        let answer = json["challengers"][0]
        #expect((answer["category"].string ?? answer["guess"]["category"].string)?.isEmpty == false)
        let compared = try await tool.run("model", "compare", "built-in", "--answered")
        #expect(compared.output.contains("of 3 verdicts differ"), "\(compared.output) \(compared.errors)")
        #expect(try await tool.run("model", "compare", "built-in", "--answered", "--alone").status == 64)
        for format in ["ndjson", "csv", "json"] {
            let exported = try await tool.line("ilk log export --format \(format) --output a.\(format)")
            #expect(exported.status == 0, "\(exported.errors)")
            let store = tool.path("\(format).sqlite")
            let imported = try await tool.line("ilk log import a.\(format) --log-file \(store) --quiet")
            #expect(imported.status == 0, "\(imported.errors)")
            let again = try await tool.line("ilk log export --format \(format) --log-file \(store)")
            #expect(try again.data == tool.bytes("a.\(format)") && again.output.contains("chall"))
        }
    }

    @Test func `drift is shown within 80 columns and as JSON`() async throws {
        let lines = (0..<40).map { "see you at \($0) then" }.joined(separator: "\n")
        try await tool.run("classify", "--lines", "--log", input: lines)
        let drift = try await tool.run("log", "drift")
        #expect(drift.status == 0, "\(drift.errors)")
        #expect(drift.lines.count >= 4, "\(drift.output)")
        for line in drift.lines { #expect(line.count <= 80, "\(line)") }
        let report = try await JSONValue(tool.run("log", "drift", "--format", "json").data)
        #expect(report["windows"][0]["figures"]["texts"].number == 40)
        #expect(
            try await tool.run("log", "drift", "--check").status == 1,
            "forty messages differ from the training texts")
        #expect(try await tool.run("log", "drift", "--days", "0").status == 64)
    }
}
