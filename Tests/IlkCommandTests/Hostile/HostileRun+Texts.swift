import Foundation
import IlkLearning
import IlkVocabulary
import TestSupport
import Testing

extension HostileRun {
    /// Enters hostile texts in the log and in verdicts.
    func texts() async throws {
        try tool.write("t.jsonl", lines(HostileText.all.map { ["text": $0] }))
        try Data([0x69, 0x6E, 0x76, 0xFF, 0xFE] + Array("\u{1B}[35m \u{9B} x".utf8)).write(
            to: tool.folder.appending(path: "inv.bin"))
        for command in ["classify", "explain", "features", "segment"] {
            let kind = command == "segment" ? ["--words"] : []
            // An explanation does not repeat its text.
            let carried = command == "explain" ? [] : HostileText.all
            try await check([command, "t.jsonl", "--ndjson"] + kind, ["ndjson"], carrying: carried)
            try await check(
                [command, "inv.bin"] + kind,
                command == "explain" ? ["text", "json", "html"] : ["text", "json"])
        }
        for text in HostileText.all {
            try tool.write("one.txt", text)
            try await check(["explain", "one.txt"], ["text", "html"])
            try await check(["features", "one.txt", "--explain"])
            try await check(["segment", "one.txt", "--sentences"])
        }
        try await tool.run("classify", "--log", "--ndjson", "t.jsonl")
        try await tool.run("classify", "--log", "inv.bin")
        try await check(["log", "correct", "-3", "message", "--by", HostileText.typed[0]], Self.lists)
        try await check(["log", "correct", "-4", "email", "--by", HostileText.typed[10]])
        try await check(["log", "correct", "-4", "--withdraw", "--by", HostileText.typed[10]], Self.lists)
        try await logs()
        try tool.write(
            "bad.jsonl",
            lines(HostileText.all.map { ["text": $0, "category": $0, "timestamp": $0, "id": $0] }))
        try await check(["log", "import", "bad.jsonl", "--on-error", "skip"])
    }

    /// Runs what reads a log on one with hostile texts.
    private func logs() async throws {
        try await check(["log", "ls", "--limit", "50"], Self.lists, carrying: HostileText.all)
        try await check(["log", "tail", "--no-follow", "--limit", "50"], ["text", "ndjson"])
        for number in 1...HostileText.all.count + 1 {
            try await check(["log", "show", "-\(number)"], ["text", "json"])
        }
        for number in [2, 9, 12] { try await check(["log", "explain", "-\(number)"], Self.lists + ["html"]) }
        for words in [["search", "alert"], ["queue", "--limit", "50"], ["suspects"]] {
            try await check(["log"] + words, Self.lists)
        }
        try await check(["log", "queue", "--gain"], ["text", "json"])
        for by in ["category", "model"] { try await check(["log", "stats", "--by", by], Self.lists) }
        try await check(["learn", "report"], ["text", "json", "html"])
        try await check(["log", "export"], ["ndjson", "json", "csv"], carrying: HostileText.all)
        try await check(["log", "export", "--anonymize", "2"], ["ndjson", "json"])
        for name in HostileText.typed {
            try await check(["log", "retention", "--match", "x" + name], ["text", "json"])
        }
        for verb in [["drift"], ["sync", "--status"]] { try await check(["log"] + verb, ["text", "json"]) }
        try await check(["log", "purge", "--match", "x", "--dry-run"])
        try await check(["log", "backup", "b"])
        try await check(["doctor"], Self.lists)
        try await check(["retrain", "--dry-run"], ["text", "json"])
    }

    /// Enters hostile labels, sources and reasons in measurements and models.
    func labels() async throws {
        let all = HostileText.all.enumerated().flatMap { number, label in
            (0..<4).map { ["text": "word\(number) of\($0)", "label": label, "source": HostileText.all[$0]] }
        }
        try tool.write("all.jsonl", lines(all))
        for options in [["--name", "weather"], ["-o", "c.ilk"], ["--check"]] {
            try await check(["train", "all.jsonl"] + options)
        }
        // Files cannot have all of these labels, but a model of another program can.
        let rows = all.filter { LabelSet.isKey($0["label"] ?? "") }
        #expect(rows.count >= 20)
        for (name, more) in [("a", ""), ("b", "more ")] {
            func text(_ row: [String: String]) -> String { more + (row["text"] ?? "") }
            try tool.write("\(name).jsonl", lines(rows.map { $0.merging(["text": text($0)]) { $1 } }))
            let texts = all.map {
                LabeledText(text: text($0), category: IlkVocabulary.Category($0["label"] ?? ""))
            }
            let run = TrainingRun(taxonomy: TrainingRun.taxonomy(of: texts, name: "weather"), search: nil)
            try Data(run.train(texts)).write(to: tool.folder.appending(path: "\(name).ilk"))
            try await check(["train", "\(name).jsonl", "-o", "valid.ilk", "--force"])
        }
        try writeCosts()
        for options in [
            [], ["--max-error", "0.9", "--by-category"], ["--compare", "b.ilk"], ["--costs", "c.json"],
        ] {
            try await check(["eval", "a.jsonl", "--model", "a.ilk"] + options, ["text", "json", "html"])
        }
        try await check(
            ["eval", "a.jsonl", "--group-by", "source", "--folds", "2"], ["text", "json", "html"])
        try await check(["train", "a.jsonl", "--label-issues"], Self.lists)
        try await check(["train", "a.jsonl", "--cross-validate", "2"], ["text", "json"])
        try tool.write("t.txt", "word1 of1 word8 of2 word10")
        try await check(
            ["classify", "t.txt", "--model", "a.ilk", "--top", "30", "--components"], ["text", "json"])
        try await check(
            ["explain", "t.txt", "--model", "a.ilk", "--top", "30", "--components"], ["text", "json", "html"])
        for (name, reason) in zip(["a", "b"], [HostileText.typed[0], HostileText.typed[10]]) {
            try await check(["model", "import", "\(name).ilk", "--why", reason, "--by", HostileText.typed[3]])
        }
        try await versions(["--taxonomy", "weather"])
    }

    /// Enters hostile versions, labels and reasons in commands for models.
    private func versions(_ taxonomy: [String]) async throws {
        for arguments in [
            ["ls"], ["show", "1.0.0"], ["show", "--history"], ["diff", "1.0.0", "1.0.1"], ["verify"],
            ["compare", "1.0.1", "--champion", "1.0.0", "--corpus", "b.jsonl", "--texts", "--show", "50"],
        ] { try await check(["model"] + arguments + taxonomy, Self.lists) }
        for name in HostileText.typed {
            for arguments in [["show", name], ["promote", name], ["merge", name, name], ["rm", name]] {
                try await check(["model"] + arguments + taxonomy)
            }
        }
        try await labelSets(taxonomy)
        try await check(["model", "rm", "1.0.0", "--dry-run"] + taxonomy)
        try await check(["model", "promote", "1.0.0", "--why", HostileText.typed[1]] + taxonomy)
        try await check(["model", "rollback", "--why", HostileText.typed[2]] + taxonomy)
        try await check(["model", "export", "1.0.0", "-o", "x\u{1B}[35m"] + taxonomy)
    }

    /// Writes a file of costs for hostile labels.
    private func writeCosts() throws {
        let costs = Dictionary(HostileText.all.map { ($0, 2) }) { first, _ in first }
        let first = HostileText.all[0]
        try tool.write(
            "c.json",
            String(
                decoding: try JSONSerialization.data(
                    withJSONObject: [
                        "abstain": 1, "abstentions": costs,
                        "errors": [first: costs.filter { $0.key != first }],
                    ]),
                as: UTF8.self))
    }

    /// Enters hostile names of label sets and labels.
    private func labelSets(_ taxonomy: [String]) async throws {
        for arguments in [["a.jsonl", "--force"], [], ["--remove", "--dry-run"], ["--remove", "--yes"]] {
            try await check(["model", "regression-set"] + arguments + taxonomy)
        }
        for name in HostileText.typed { try await check(["model", "regression-set", name] + taxonomy) }
        try await check(["taxonomy", "ls"], Self.lists)
        try await check(["taxonomy", "show", "weather"], ["text", "json"])
        for name in HostileText.typed {
            for arguments in [
                ["show", name], ["rename", "weather", name], ["rename", "weather", "x", "--label", name],
                ["edit", "weather", "--add", name], ["edit", "weather", "--merge", "\(name)=word"],
                ["rm", name],
                ["export", name, "-o", "x.tar"], ["import", name],
            ] { try await check(["taxonomy"] + arguments) }
        }
    }

    /// Enters hostile rules, including invalid ones.
    func rules() async throws {
        // Some packs are used below.
        for (number, text) in HostileText.all.enumerated()
        where isLong || [0, 4, 5, 10, 13, 17].contains(number) {
            let quoted = String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
            let rule = """
                rules:
                  - id: own.thanks
                    description: \(quoted)
                    label: email
                    weight: 3
                    match: { thanks: { words: [thanks, \(quoted)] } }
                    examples: { match: [\(quoted), "thanks"], not: [\(quoted)] }

                """
            let head = "version: 1\npack: own\ntaxonomy: doctype\ndescription: \(quoted)\n"
            try tool.write("p\(number).yaml", head + rule)
            try tool.write(
                "q\(number).yaml",
                (head + rule).replacing("own", with: quoted).replacing("email", with: quoted)
                    + "\(quoted): 1\n")
            try tool.write("r\(number).yaml", "version: 1\npack: x\ndescription: \(text)\n")
            for name in ["p\(number).yaml", "q\(number).yaml", "r\(number).yaml"] {
                // Without the built-in rules, which take most of the time to compile.
                let own = ["--rules", "none", "--rules", name]
                for command in ["lint", "test", "show"] {
                    try await check(
                        ["rules", command] + (command == "show" ? own + ["*"] : [name]),
                        ["text", "json"])
                }
                for command in ["fmt", "migrate"] { try await check(["rules", command, "--check", name]) }
                try await check(["classify"] + own, input: "thanks \(text)")
                try await check(["rules", "trace"] + own, Self.lists, input: "thanks \(text)")
                try await check(["explain"] + own, ["text", "html"], input: "thanks \(text)")
                try await check(["rules", "compile", name, "-o", "out", "--force"])
            }
        }
        let corpus = HostileText.all.enumerated().map {
            ["text": "thanks \($1)", "label": $0 % 2 == 0 ? "email" : "message", "source": $1]
        }
        try tool.write("c.jsonl", lines(corpus))
        try await check(["rules", "stats", "p4.yaml", "--corpus", "c.jsonl"], Self.lists)
        try await check(["rules", "diff", "p4.yaml", "p5.yaml", "--corpus", "c.jsonl"], Self.lists)
        try await check(["rules", "fit", "p4.yaml", "--corpus", "c.jsonl"], ["text", "json"])
    }

    /// Enters hostile file names and arguments.
    func names() async throws {
        var names: [String] = []
        for text in HostileText.typed {
            let name = "./f" + text.replacing("/", with: "_")
            try Data("hello there".utf8).write(to: tool.folder.appending(path: String(name.dropFirst(2))))
            names.append(name)
        }
        for command in ["classify", "explain", "features"] {
            try await check(
                [command] + names, command == "explain" ? ["text", "ndjson", "html"] : ["text", "ndjson"])
        }
        try await check(["segment", "--words"] + names, ["text", "ndjson"])
        for name in names {
            for arguments in [
                ["train", name, "-o", "new"], ["train", "none", "-o", name], ["eval", name],
                ["classify", name + "no"],
                ["log", "import", name], ["calls", "import", name], ["usage", "import", name],
                ["debug", "import", name],
                ["mail", "import", name, "--mail-file", "m.db"], ["rules", "lint", name],
                ["model", "import", name],
                ["log", "restore", name], ["log", "ls", "--log-file", name],
                ["calls", "ls", "--calls-file", name],
                ["classify", "--model", name], ["classify", "--rules", name],
                ["classify", "--thresholds", name],
                ["debug", "search", "--debug-file", name], ["doctor", "--log-file", name],
                ["token", "ls", "--hub-file", name],
                ["mail", "ls", "--mail-file", name], ["usage", "ls", "--usage-file", name],
                ["classify", "--" + name],
                ["log", name], [name], ["classify", "--format", name], ["calls", "ls", "--since", name],
            ] { try await check(arguments) }
        }
    }
}
