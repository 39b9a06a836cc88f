import Foundation
import TestSupport
import Testing

@Suite("ilk taxonomy") struct TaxonomyTests {
    private let tool: Tool

    init() throws {
        tool = try Tool()
        let words = ["ball": "sports", "shares": "business", "rocket": "science"]
        let lines = words.sorted { $0.key < $1.key }.flatMap { word, label in
            (0..<30).map { #"{"text":"a \#(word) in the news of day \#($0)","label":"\#(label)"}"# + "\n" }
        }
        try tool.write("news.jsonl", lines.joined())
    }

    @Test func `a set of own labels is trained, used, corrected, retrained and rolled back`() throws {
        let trained = try tool.run("train", "news.jsonl", "--name", "news")
        #expect(trained.status == 0, "\(trained.errors)")
        #expect(trained.errors.contains("version 1.0.0 is active now"))
        #expect(trained.errors.contains("held-out"))
        let listed = try tool.run("taxonomy", "ls")
        #expect(listed.output.contains("news") && listed.output.contains("model 1.0.0"))
        let first = try tool.shell("echo 'another rocket' | ilk classify --taxonomy news --log")
        #expect(first.output.hasPrefix("science"), "\(first.errors)")
        let logged = try tool.run("log", "ls", "--taxonomy", "news")
        #expect(logged.status == 0 && logged.output.contains("another rocket"), "\(logged.errors)")
        // The only log is found without its name.
        #expect(try tool.run("log", "ls").output.contains("another rocket"))
        #expect(try tool.run("log", "correct", "-1", "business", "--taxonomy", "news").status == 0)
        let retrained = try tool.run("retrain", "--taxonomy", "news")
        #expect([0, 1].contains(retrained.status), "\(retrained.errors)")
        #expect(retrained.output.contains("correction"), "\(retrained.output)")
        #expect(try tool.shell("echo 'a ball' | ilk explain --taxonomy news").output.hasPrefix("sports"))
        #expect(try tool.run("eval", "news.jsonl", "--taxonomy", "news").status == 0)
        #expect(try tool.run("doctor").output.contains("log of news"))
        let more = try tool.run("train", "news.jsonl", "--name", "news", "--kind", "linear")
        #expect(more.status == 0, "\(more.errors)")
        #expect(try tool.run("model", "rollback", "--taxonomy", "news").status == 0)
    }

    @Test func `a model with rare labels stays a candidate`() throws {
        try tool.write(
            "few.jsonl",
            #"{"text":"sun all day","label":"warm"}"# + "\n" + #"{"text":"snow at night","label":"cold"}"#
                + "\n")
        let trained = try tool.run("train", "few.jsonl", "--name", "weather")
        #expect(trained.status == 0, "\(trained.errors)")
        #expect(trained.errors.contains("version 1.0.0 is a candidate"))
        #expect(trained.errors.contains("cold has 1"))
        let none = try tool.shell("echo 'sun' | ilk classify --taxonomy weather")
        #expect(none.status == 78, "\(none.errors)")
        #expect(try tool.run("model", "promote", "1.0.0", "--taxonomy", "weather").status == 0)
        // Two texts leave no words in the model, so it only guesses.
        let guess = try tool.shell("echo 'sun all day' | ilk classify --taxonomy weather").output
        #expect(guess.hasPrefix("unfamiliar (guess: warm"), "\(guess)")
    }

    @Test func `titles and labels are changed, exported and imported`() throws {
        #expect(try tool.run("train", "news.jsonl", "--name", "news").status == 0)
        #expect(try tool.run("taxonomy", "rename", "news", "The news").status == 0)
        #expect(try tool.run("taxonomy", "rename", "news", "Sport", "--label", "sports").status == 0)
        let twice = try tool.run("taxonomy", "rename", "news", "Sport", "--label", "business")
        #expect(twice.status == 64 && twice.errors.contains("already has the title 'Sport'"))
        let shown = try tool.run("taxonomy", "show", "news")
        for text in ["The news", "Sport", "science"] { #expect(shown.output.contains(text)) }
        #expect(try tool.run("taxonomy", "export", "news", "-o", "news.tar").status == 0)
        #expect(try tool.run("taxonomy", "rm", "news", "--yes").status == 0)
        let exists = try tool.run("taxonomy", "import", "news.tar")
        #expect(exists.status == 73, "the model still stands for it: \(exists.errors)")
        #expect(try tool.run("taxonomy", "import", "news.tar", "--force").status == 0)
        #expect(try tool.run("taxonomy", "show", "news").output.contains("The news"))
    }

    @Test func `after labels were merged and added, the log is retrained and texts are trained`() throws {
        #expect(try tool.run("train", "news.jsonl", "--name", "news").status == 0)
        #expect(try tool.shell("echo 'another rocket' | ilk classify --taxonomy news --log").status == 0)
        #expect(try tool.run("log", "correct", "-1", "business", "--taxonomy", "news").status == 0)
        let edited = try tool.run(
            "taxonomy", "edit", "news", "--merge", "business=sports", "--add", "weather")
        #expect(
            edited.errors.contains("no text with the label 'weather' has been learned yet"),
            "\(edited.errors)")
        let retrained = try tool.run("retrain", "--taxonomy", "news")
        #expect(retrained.output.contains("1 correction"), "\(retrained.output)\(retrained.errors)")
        let trained = try tool.run("train", "news.jsonl", "--name", "news")
        #expect(trained.status == 0, "\(trained.errors)")
        #expect(
            trained.errors.contains("no text with the label 'weather' has been learned yet"),
            "\(trained.errors)")
        #expect(trained.errors.contains("is active now"), "a warning, no refusal: \(trained.errors)")
        let measured = try tool.run("eval", "news.jsonl", "--taxonomy", "news")
        #expect(measured.status == 0, "texts with the former label: \(measured.errors)")
        let compared = try tool.run(
            "model", "compare", "1.0.0", "--corpus", "news.jsonl", "--taxonomy", "news")
        #expect(compared.status == 0, "versions with the labels of before and now: \(compared.errors)")
        let verdict = try tool.shell("echo 'the shares in the news' | ilk classify --taxonomy news")
        #expect(verdict.output.hasPrefix("sports"), "\(verdict.output)\(verdict.errors)")
    }

    @Test func `entries are corrected to added and merged labels`() throws {
        #expect(try tool.run("train", "news.jsonl", "--name", "news").status == 0)
        #expect(try tool.shell("echo 'another rocket' | ilk classify --taxonomy news --log").status == 0)
        func correct(_ label: String) throws -> RunOutcome {
            try tool.run("log", "correct", "-1", label, "--taxonomy", "news")
        }
        #expect(try correct("weather").status == 64)
        #expect(try tool.run("taxonomy", "edit", "news", "--add", "weather", "--add", "old").status == 0)
        #expect(try tool.run("taxonomy", "edit", "news", "--retire", "old").status == 0)
        let added = try correct("weather")
        #expect(added.status == 0 && added.output.contains("science → weather"), "\(added.errors)")
        // Merged in two steps.
        #expect(try tool.run("taxonomy", "edit", "news", "--merge", "business=sports").status == 0)
        #expect(try tool.run("taxonomy", "edit", "news", "--merge", "sports=science").status == 0)
        let merged = try correct("business")
        #expect(merged.status == 0 && merged.output.contains("weather → science"), "\(merged.errors)")
        #expect(merged.errors.contains("the label 'business' was merged into 'science'"), "\(merged.errors)")
        for label in ["old", "busines"] {
            let refused = try correct(label)
            #expect(refused.status == 64, "\(refused.errors)")
            #expect(refused.errors.contains("allowed: science, weather"), "\(refused.errors)")
        }
        try tool.write("corrections.csv", "id,category\n-1,sports\n")
        let imported = try tool.run("log", "correct", "--from", "corrections.csv", "--taxonomy", "news")
        #expect(imported.errors.contains("Stored 1 correction, 0 skipped"), "\(imported.errors)")
        let shown = try tool.run("log", "show", "-1", "--taxonomy", "news", "--format", "json").output
        #expect(shown.contains("weather") && !shown.contains(#""category" : "sports""#), "\(shown)")
    }

    @Test func `a regression set is stored, left out of training, measured and deleted`() throws {
        #expect(try tool.run("train", "news.jsonl", "--name", "news").status == 0)
        let words = [("a ball", "sports"), ("the shares", "business"), ("one rocket", "science")]
        let checks = words.flatMap { word, label in
            (0..<5).map { #"{"text":"\#(word) for test \#($0)","label":"\#(label)"}"# + "\n" }
        }
        try tool.write("check.jsonl", checks.joined() + checks[0])
        let stored = try tool.run("model", "regression-set", "check.jsonl", "--taxonomy", "news")
        #expect(
            stored.errors.contains("Stored 15 texts (business 5, science 5, sports 5) in "),
            "\(stored.errors)")
        #expect(stored.errors.contains("left out 1 duplicate"))
        let twice = try tool.run("model", "regression-set", "check.jsonl", "--taxonomy", "news")
        #expect(twice.status == 73 && twice.errors.contains("replace it with --force"), "\(twice.errors)")
        #expect(try tool.run("taxonomy", "show", "news").output.contains("15 texts"))

        // More texts, because the same texts give the same version.
        try tool.write("more.jsonl", #"{"text":"a ball and a goal","label":"sports"}"# + "\n")
        let trained = try tool.shell("cat news.jsonl more.jsonl check.jsonl | ilk train - --name news")
        #expect(trained.errors.contains("left out 16 texts of the regression set"), "\(trained.errors)")
        #expect(trained.errors.contains("% on 15 texts of the regression set (active version: "))
        #expect(
            try tool.run("model", "show", "--taxonomy", "news").output.contains("the user's regression set"))

        // Labels that are all wrong, in the same registry.
        try tool.write(
            "wrong.jsonl",
            (0..<90).map {
                let (word, label) = (words[$0 % 3].0, words[($0 + 1) % 3].1)
                return #"{"text":"\#(word) of day \#($0)","label":"\#(label)"}"# + "\n"
            }.joined())
        let wrong = try tool.run("train", "wrong.jsonl", "--name", "news")
        #expect(wrong.errors.contains("only the active version is right on 15"), "\(wrong.errors)")
        let versions = try tool.run("model", "ls", "--taxonomy", "news").output
        #expect(versions.contains("1.0.2"), "\(versions)")
        let promoted = try tool.run("model", "promote", "1.0.2", "--taxonomy", "news")
        #expect(promoted.status == 1 && promoted.errors.contains("--force"), "\(promoted.errors)")
        #expect(
            try tool.run("model", "promote", "1.0.2", "--taxonomy", "news", "--force").status == 0)

        let refused = try tool.run("model", "regression-set", "--remove", "--taxonomy", "news")
        #expect(refused.status == 64, "\(refused.errors)")
        let removed = try tool.run("model", "regression-set", "--remove", "--yes", "--taxonomy", "news")
        #expect(removed.status == 0 && removed.errors.contains("Deleted the regression set of news"))
        #expect(!(try tool.run("taxonomy", "show", "news").output.contains("regression set")))
    }

    /// Makes the taxonomy `news`, and logs a text of it and one of the document types.
    private func logNews() throws {
        #expect(try tool.run("train", "news.jsonl", "--name", "news").status == 0)
        #expect(try tool.shell("echo 'a rocket' | ilk classify --taxonomy news --log").status == 0)
        #expect(try tool.shell("echo 'see you at 8' | ilk classify --log").status == 0)
    }

    @Test func `the rule commands read the user's rules of a taxonomy without built-in rules`() throws {
        #expect(try tool.run("train", "news.jsonl", "--name", "news").status == 0)
        let none = try tool.run("rules", "lint", "--taxonomy", "news")
        #expect(none.status == 66 && none.errors.contains("there are no rules for news"), "\(none.errors)")
        let folder = URL(filePath: tool.userFolder).appending(path: "rules/news")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let pack = """
            version: 1
            pack: news.own
            taxonomy: news
            description: One rule.
            rules:
              - { id: own.goal, description: A goal, label: sports, weight: 4, match: { m: { words: [goal] } } }

            """
        try Data(pack.utf8).write(to: folder.appending(path: "own.yaml"))
        let lint = try tool.run("rules", "lint", "--taxonomy", "news")
        #expect(lint.output.contains(": 1 file, 1 rule, 0 errors"), "\(lint.output)\(lint.errors)")
        let stats = try tool.run("rules", "stats", "--corpus", "news.jsonl", "--taxonomy", "news")
        #expect(stats.status == 0 && stats.output.contains("own.goal"), "\(stats.output)\(stats.errors)")
        #expect(try tool.shell("echo 'one goal' | ilk explain --taxonomy news").output.contains("own.goal"))
    }

    @Test func `an import into a new log of a taxonomy keeps its labels`() throws {
        try logNews()
        let label = try tool.run("log", "correct", "-1", "sport", "--taxonomy", "news")
        #expect(label.status == 64 && label.errors.contains("did you mean 'sports'?"), "\(label.errors)")
        #expect(try tool.run("log", "export", "--taxonomy", "news", "-o", "out.jsonl").status == 0)
        let folder = URL(filePath: tool.log).deletingLastPathComponent()
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
        where name.hasPrefix("log-news.sqlite") {
            try FileManager.default.removeItem(at: folder.appending(path: name))
        }
        let imported = try tool.run("log", "import", "out.jsonl", "--taxonomy", "news")
        #expect(imported.status == 0, "\(imported.errors)")
        #expect(try tool.run("log", "ls", "--taxonomy", "news").output.contains("a rocket"))
        let unknown = try tool.run("log", "import", "out.jsonl", "--taxonomy", "nws")
        #expect(unknown.status == 64 && unknown.errors.contains("did you mean 'news'?"), "\(unknown.errors)")
    }

    @Test func `the rules of all logs apply to a due purge, and other purges to one log`() throws {
        try logNews()
        for log in [["--taxonomy", "news"], []] {
            let set = try tool.run(list: ["log", "retention", "--older-than", "0d"] + log)
            #expect(set.status == 0, "\(set.errors)")
        }
        let one = try tool.run("log", "purge", "--older-than", "0d", "--dry-run")
        #expect(
            one.errors.contains("the log of news is separate: select it with --taxonomy news"),
            "\(one.errors)")
        let due = try tool.run("log", "purge", "--due", "--yes")
        #expect(due.status == 0 && due.errors.contains("log of news:"), "\(due.errors)")
        for log in [["--taxonomy", "news"], []] {
            let left = try tool.run(list: ["log", "stats"] + log)
            #expect(left.output.contains("entries   0"), "\(left.output)")
        }
    }

    @Test func `the log of a removed taxonomy is kept, named and readable`() throws {
        try logNews()
        #expect(try tool.run("taxonomy", "rm", "news", "--yes").status == 0)
        #expect(try tool.run("model", "promote", "none", "--taxonomy", "news").status == 0)
        #expect(try tool.run("model", "rm", "1.0.0", "--taxonomy", "news", "--yes").status == 0)
        let used = try tool.shell("echo x | ilk classify --taxonomy news --log")
        #expect(
            used.status == 64 && used.errors.contains("it was removed, and its log is kept"), "\(used.errors)"
        )
        #expect(try tool.run("log", "ls", "--taxonomy", "news").output.contains("a rocket"))
        #expect(try tool.run("doctor").output.contains("log of news: 1 entries"))
    }

    @Test func `the installation check lists each taxonomy`() throws {
        try logNews()
        let output = try tool.run("doctor").output
        #expect(output.contains("ok   taxonomy news: 3 labels; model 1.0.0; logged"), "\(output)")
        #expect(output.contains("ok   taxonomy spam: 2 labels; "), "\(output)")
    }

    /// Invalid calls with their status and a part of the message.
    static let mistakes: [(call: String, status: Int32, told: String)] = [
        ("classify --taxonomy nws", 64, "did you mean 'news'?"),
        ("log ls --taxonomy nws", 64, "did you mean 'news'?"),
        ("log ls --taxonomy news", 66, "ilk classify --log --taxonomy news"),
        ("log retention --taxonomy nws", 64, "did you mean 'news'?"),
        ("model ls --taxonomy nws", 64, "did you mean 'news'?"),
        ("model promote 1.0.0 --taxonomy nws", 64, "did you mean 'news'?"),
        ("retrain --taxonomy nws", 64, "did you mean 'news'?"),
        ("eval other.jsonl --taxonomy nws", 64, "did you mean 'news'?"),
        ("explain --taxonomy nws", 64, "did you mean 'news'?"),
        ("rules lint --taxonomy nws", 64, "did you mean 'news'?"),
        ("serve --taxonomy nws", 64, "did you mean 'news'?"),
        ("model regression-set other.jsonl --taxonomy news", 65, "has no label 'sport'"),
        ("taxonomy show nothing-like-it", 64, "the taxonomies are doctype, emotion, severity, spam, news"),
        ("taxonomy edit doctype --add letter", 64, "shipped taxonomy doctype cannot be changed"),
        ("taxonomy edit news --retire sport", 64, "did you mean 'sports'?"),
        ("taxonomy edit news --merge sports=sports", 64, "into itself"),
        ("taxonomy edit news --add sports", 64, "already has the label"),
        ("taxonomy edit news", 64, "specify a change"),
        ("taxonomy rm doctype --yes", 64, "you have no file of the taxonomy"),
        ("taxonomy import news.jsonl", 65, "not an exported taxonomy"),
        ("train other.jsonl --name news", 65, "has no label 'sport'"),
        ("train /dev/null --name news", 65, "there are no texts to train on"),
        ("train news.jsonl --name ../x", 64, "letters, digits, hyphens and underscores"),
    ]

    @Test func `mistakes get a clear message and change nothing`() throws {
        #expect(try tool.run("train", "news.jsonl", "--name", "news").status == 0)
        try tool.write(
            "other.jsonl",
            (0..<12).map {
                #"{"text":"a ball \#($0)","label":"\#($0 % 2 == 0 ? "sport" : "business")"}"# + "\n"
            }
            .joined())
        let before = try tool.run("taxonomy", "show", "news", "--format", "json").output
        for mistake in Self.mistakes {
            let outcome = try tool.shell("echo x | ilk \(mistake.call)")
            #expect(outcome.status == mistake.status, "\(mistake.call): \(outcome.errors)")
            #expect(outcome.errors.contains(mistake.told), "\(mistake.call): \(outcome.errors)")
        }
        #expect(try tool.run("taxonomy", "show", "news", "--format", "json").output == before)
    }
}
