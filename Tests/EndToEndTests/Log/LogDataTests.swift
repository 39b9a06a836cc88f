import Foundation
import TestSupport
import Testing

/// Search, corrections, export, import and purge of the log with the real program.
@Suite("log tail, show, search, queue, correct --from, export, import, purge") struct LogDataTests {
    private let tool: Tool

    init() throws {
        tool = try Tool()
        let lines = ["see you at 8 then", "minutes of the board", "select 1 from t", "今日は天気がいい"]
        let run = try tool.shell(
            "printf '%s\\n' \(lines.map { "'\($0)'" }.joined(separator: " ")) | ilk classify --lines --log --log-file a.sqlite"
        )
        try #require(run.status == 0, "\(run.errors)")
    }

    private func run(_ line: String) throws -> (output: String, errors: String, status: Int32) {
        let run = try tool.shell("ilk log \(line) --log-file a.sqlite")
        return (run.output, run.errors, Int32(run.status))
    }

    @Test func `search finds words and substrings and reports no matches by status`() throws {
        #expect(try run("search BOARD").output.contains("minutes of the board"))
        #expect(try run("search 天気").output.contains("天気"))
        #expect(try run("search nothing").status == 1)
        #expect(try run("search '!!'").status == 64)
        #expect(try run("search board --category nonsense").status == 64)
        #expect(try run("search board --cursor 1").status == 64)
    }

    @Test func `a second correction is added and show lists both`() throws {
        #expect(try run("correct -1 message --by ann").status == 0)
        #expect(try run("correct -1 search --by bob --audit").status == 0)
        let shown = try run("show -1").output
        #expect(shown.contains("message, human by ann") && shown.contains("search, audit by bob"))
        #expect(try run("show").status == 64)
        #expect(try run("show -9").status == 66)
        #expect(try run("show nonsense").status == 64)
    }

    @Test func `withdrawn corrections are listed, and the entry has its predicted label`() throws {
        #expect(try run("correct -1 social --by ann").status == 0)
        let withdrawn = try run("correct -1 --withdraw --by bob")
        #expect(withdrawn.status == 0 && withdrawn.output.contains("social → "), "\(withdrawn)")
        let shown = try run("show -1").output
        #expect(shown.contains("social, human by ann") && shown.contains("withdrawn, human by bob"))
        #expect(try !run("ls").output.contains("social"))
        #expect(try run("queue").status == 0)
        for (line, status) in [
            ("correct -1 email --withdraw", 64), ("correct --withdraw", 64), ("correct -9 --withdraw", 66),
            ("correct -1 --withdraw --audit", 64), ("correct --from x --withdraw", 64),
            ("correct -2 --withdraw", 0),
        ] as [(String, Int32)] { #expect(try run(line).status == status, "\(line)") }
    }

    @Test func `corrections are imported from a file, all or none`() throws {
        #expect(try run("queue --format ndjson").status == 0)
        let file =
            "ilk log ls --format ndjson --log-file a.sqlite | sed 's/\"category\":[a-z\"]*/\"category\":\"social\"/'"
        #expect(
            try tool.shell("\(file) > c.jsonl; ilk log correct --from c.jsonl --log-file a.sqlite").status
                == 0)
        #expect(try run("ls").output.components(separatedBy: "→ social").count == 5)
        let bad = try tool.shell(
            "printf 'id,category\\n-1,code\\n-2,nonsense\\n' > d.csv; ilk log correct --from d.csv --log-file a.sqlite"
        )
        #expect(bad.status == 65 && bad.errors.contains(":3: "))
        #expect(!(try run("ls").output.contains("→ code")))
        #expect(try run("correct --from d.csv --on-error skip").status == 2)
        #expect(try run("ls").output.contains("→ code"))
    }

    @Test(
        arguments: [
            ("c.csv", "\u{FEFF}id,category\r\n-1,code\r\n"), ("c.csv", "\n\nid,category\n-1,code\n"),
            ("c.tsv", "id\tcategory\n-1\tcode\n"),
            ("c.jsonl", "\u{FEFF}" + #"{"id":"-1","category":"code"}"#),
            ("c", "\n " + #"{"id":"-1","category":"code"}"#),
        ] as [(String, String)])
    func `corrections are read after a byte order mark and blank lines`(name: String, content: String) throws
    {
        try tool.write(name, content)
        let stored = try run("correct --from \(name)")
        #expect(stored.status == 0 && stored.errors.contains("Stored 1 correction, 0 skipped"), "\(stored)")
        #expect(try run("ls --limit 1").output.contains("→ code"))
    }

    @Test func `a file of corrections without the required columns is rejected with the allowed ones`() throws
    {
        try tool.write("c.csv", "name,label\n-1,code\n")
        let refused = try run("correct --from c.csv")
        #expect(refused.status == 65, "\(refused)")
        let hint = "hint: the columns are: name, label; allowed: id, category, author, audit, none\n"
        #expect(
            refused.errors.hasSuffix("c.csv:1: the header row has no column 'id'\n\(hint)"), "\(refused)")
    }

    @Test(arguments: ["ndjson", "csv", "json"]) func `exported entries are imported byte for byte`(
        format: String
    ) throws {
        #expect(try run("correct -2 code").status == 0)
        #expect(try run("correct -3 code").status == 0 && run("correct -3 --withdraw").status == 0)
        #expect(try run("export -o one.\(format)").status == 0)
        #expect(try run("export -o one.\(format)").status == 73)
        for _ in 0..<2 {
            let taken = try tool.shell("ilk log import one.\(format) --log-file b.sqlite")
            #expect(taken.status == 0, "\(taken.errors)")
        }
        let marked = try tool.shell(
            "(printf '\\357\\273\\277'; cat one.\(format)) > bom.\(format); ilk log import bom.\(format) --log-file c.sqlite"
        )
        #expect(marked.status == 0, "\(marked.errors)")
        #expect(
            try tool.shell(
                "ilk log export -o two.\(format) --log-file b.sqlite && cmp one.\(format) two.\(format)"
            ).status == 0)
    }

    @Test func `retention rules are added, listed and applied when due`() throws {
        #expect(try run("retention").output == "No retention rules. Everything is kept.\n")
        #expect(try run("purge --due --yes").status == 0)
        #expect(try run("retention --older-than 2026-01-01").status == 64)
        #expect(try run("retention --match board --older-than 0s").status == 0)
        let list = try run("retention --keep 1GiB --category email")
        #expect(
            list.output == """
                1. erase entries with 'board' older than 0 seconds; expired now: 1
                2. erase entries of email, except the newest with 1.0 GiB of text; expired now: none

                """)
        #expect(list.errors.contains("erase expired entries with: ilk log purge --due --log-file a.sqlite"))
        #expect(try run("retention --keep 1GiB --category email").output == list.output)
        #expect(try run("retention --format json").output.contains(#""dueEntries" : 1"#))
        #expect(try run("retention --remove 3").status == 64)
        #expect(try run("retention --remove 2").output.contains("2.") == false)
        #expect(try run("purge --due --dry-run").output.contains("Would delete 1 entry"))
        #expect(try run("purge --due --all").status == 64)
        #expect(try run("purge --due --yes").errors.contains("Purged 1 entry"))
        #expect(try run("purge --due --yes").errors.contains("No matching entries"))
        #expect(try run("search board").output.isEmpty)
    }

    @Test func `purge shows the change first and requires a selection`() throws {
        #expect(try run("purge").status == 64)
        #expect(try run("purge --match board --dry-run").output.contains("Would delete 1 entry"))
        #expect(try run("purge --match board --yes").status == 0)
        #expect(try run("search board").status == 1)
        #expect(try run("purge --all --yes").status == 0)
        #expect(try tool.shell("cat a.sqlite* | grep -c 'see you at'").output == "0\n")
        #expect(try run("purge --resume").status == 0)
        #expect(try run("stats --by category --by day").status == 0)
    }

    @Test func `lines fit the terminal`() throws {
        for line in ["ls", "queue", "tail --no-follow", "search select"] {
            let lines = try tool.shell("COLUMNS=60 ilk log \(line) --log-file a.sqlite").output.split(
                separator: "\n")
            #expect(!lines.isEmpty && lines.allSatisfy { $0.count <= 60 }, "\(line)")
        }
    }

    @Test func `redacted text is in no file`() throws {
        let run = try tool.shell(
            "echo 'write to marker77@example.com' | ilk classify --log --redact all --log-file r.sqlite; ilk log show -1 --log-file r.sqlite; cat r.sqlite* | grep -c marker77"
        )
        #expect(
            run.output.contains("[email]") && run.output.contains("redacted") && run.output.hasSuffix("0\n"))
    }
}
