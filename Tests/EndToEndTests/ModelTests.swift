import Foundation
import TestSupport
import Testing

@Suite("ilk model") struct ModelTests {
    private let tool: Tool

    init() throws {
        tool = try Tool()
        try tool.write(
            "a.jsonl",
            (0..<6).map { #"{"text":"the valve \#($0)","label":"code"}"# + "\n" }.joined()
                + (0..<6).map { #"{"text":"the hose \#($0)","label":"email"}"# + "\n" }.joined())
        try tool.write(
            "b.jsonl",
            (0..<6).map { #"{"text":"the valve \#($0)","label":"social"}"# + "\n" }.joined()
                + (0..<6).map { #"{"text":"the hose \#($0)","label":"search"}"# + "\n" }.joined())
        for name in ["a", "b"] {
            let made = try tool.run("train", "\(name).jsonl", "--minimum-frequency", "1", "-o", "\(name).ilk")
            #expect(made.status == 0, "\(made.errors)")
        }
    }

    /// Imports both models and returns their versions.
    private func versions() throws -> [String] {
        try ["a", "b"].map { name in
            let outcome = try tool.run("model", "import", "\(name).ilk", "--why", "from \(name)")
            #expect(outcome.status == 0, "\(outcome.errors)")
            let words = outcome.errors.split(separator: " ")
            return try String(#require(words.firstIndex(of: "version").map { words[$0 + 1] }))
        }
    }

    @Test func `a model is imported, promoted, used and rolled back`() throws {
        let versions = try versions()
        #expect(try tool.run("model", "ls").lines.count == 4)
        #expect(try tool.run("model", "promote", versions[0], "--why", "try it").status == 0)
        #expect(try tool.run("model", "promote", versions[1], "--by", "Ann").status == 0)
        let again = try tool.run("model", "promote", versions[1])
        #expect(again.status == 0 && again.errors.contains("already active"))
        let shown = try tool.run("model", "show")
        #expect(shown.output.contains("\(versions[1]) (active)") && shown.output.contains("from b"))
        #expect(shown.output.contains("fused"), "measured for its card: \(shown.output)")
        #expect(
            try tool.shell("echo 'the valve' | ilk classify --classifier bayes").output.hasPrefix("social"))
        let back = try tool.run("model", "rollback", "--why", "worse")
        #expect(back.status == 0 && back.errors.contains("version \(versions[0]) is active again"))
        #expect(try tool.shell("echo 'the valve' | ilk classify --classifier bayes").output.hasPrefix("code"))
        let older = try tool.shell(
            "echo 'the valve' | ilk classify --classifier bayes --model \(versions[1])")
        #expect(older.output.hasPrefix("social"))
        let history = try tool.run("model", "show", "--history")
        for word in ["try it", "Ann", "worse", "tester", "rollback"] {
            #expect(history.output.contains(word))
        }
        let dated = try tool.run("model", "rollback", "--to", "2001-01-01", "--why", "start over")
        #expect(dated.status == 0 && dated.errors.contains("is active again"), "\(dated.errors)")
        let already = try tool.run("model", "rollback", "--to", "2001-01-01")
        #expect(already.status == 0 && already.errors.contains("already active"), "\(already.errors)")
        #expect(try tool.run("model", "verify").status == 0)
    }

    /// Invalid calls with their status and message. LAST is the newest version.
    private static let mistakes: [(call: String, status: Int32, told: String)] = [
        ("promote 9.9.9", 66, "known versions: "), ("promote actve", 66, "did you mean 'active'"),
        ("promote LAST1", 66, "did you mean 'LAST'"), ("show 0.0", 66, "known versions: "),
        ("rm built-in", 77, "cannot be deleted"), ("rm active", 77, "cannot be deleted"),
        ("rm LAST nothing", 66, "no version nothing"), ("rollback", 66, "ilk model promote"),
        ("rollback --to then", 64, "--to"),
        ("promote", 64, "version"), ("import a.jsonl", 65, "not an Ilk model"),
        ("import none.ilk", 66, "none.ilk"), ("merge built-in active", 64, "with itself"),
        ("compare active", 64, "itself"), ("compare built-in --champion LAST", 66, "there is no log"),
        ("ls --taxonomy ../x", 64, "--taxonomy"), ("export built-in -o -", 64, "'-' is not valid"),
        ("show --card none", 66, "has no card"), ("frob", 64, "unexpected argument"),
    ]

    @Test func `a mistake is reported with a hint and changes nothing`() throws {
        let last = try versions()[1]
        let before = try tool.run("model", "ls", "--format", "json").output
        for mistake in Self.mistakes {
            let outcome = try tool.shell("ilk model " + mistake.call.replacing("LAST", with: last))
            #expect(outcome.status == mistake.status, "\(mistake.call): \(outcome.status)")
            let told = mistake.told.replacing("LAST", with: last)
            #expect(
                outcome.output.isEmpty && outcome.errors.contains(told), "\(mistake.call): \(outcome.errors)")
        }
        #expect(try tool.run("model", "ls", "--format", "json").output == before)
    }

    @Test func `all output fits a terminal of 80 columns`() throws {
        let versions = try versions()
        _ = try tool.run(
            "model", "promote", versions[0], "--why", String(repeating: "because of it ", count: 30))
        _ = try tool.run("model", "merge", versions[0], versions[1])
        let commands = [
            "ls", "show", "show built-in", "show --history", "diff \(versions[0]) \(versions[1])", "verify",
            "compare \(versions[1]) --corpus a.jsonl", "compare \(versions[1]) --corpus a.jsonl --texts",
        ]
        for command in commands {
            let outcome = try tool.shell("COLUMNS=80 ilk model \(command)")
            #expect(!outcome.lines.isEmpty, "\(command): \(outcome.errors)")
            #expect(outcome.lines.allSatisfy { $0.count <= 80 }, "\(command): \(outcome.output)")
        }
    }

    @Test func `a comparison counts flips by pair, names lines and shows texts on request`()
        throws
    {
        let versions = try versions()
        let command = "ilk model compare \(versions[1]) --champion \(versions[0]) --alone --corpus a.jsonl"
        let outcome = try tool.shell(command)
        #expect(
            outcome.status == 1 && outcome.output.contains("12 of 12 verdicts differ"), "\(outcome.output)")
        #expect(outcome.output.contains("a.jsonl:1, a.jsonl:2") && outcome.output.contains("McNemar"))
        #expect(!outcome.output.contains("valve") && !outcome.output.contains("hose"))
        #expect(try tool.shell(command + " --texts").output.contains("the valve 3"))
        let json = try tool.shell(command + " --format json").output
        #expect(json.contains(#""onlyFirstRight" : 12"#) && !json.contains("valve"))
        #expect(
            try tool.shell("ilk model diff \(versions[0]) \(versions[1])").output.contains("texts: social"))
    }

    @Test func `an exported version is identical after import`() throws {
        let versions = try versions()
        #expect(try tool.run("model", "export", versions[0], "-o", "one.tar").status == 0)
        #expect(
            try tool.shell("sha256sum -c < /dev/null; tar -xf one.tar && sha256sum -c SHA256SUMS").status == 0
        )
        let other = try Tool()
        try tool.bytes("one.tar").write(to: other.folder.appending(path: "one.tar"))
        #expect(try other.run("model", "import", "one.tar", "--promote").status == 0)
        #expect(try other.run("model", "export", "active", "-o", "two.tar").status == 0)
        #expect(try other.bytes("two.tar") == tool.bytes("one.tar"))
        #expect(try other.shell("chmod 666 one.tar; ilk model import one.tar").status == 78)
        #expect(try other.run("model", "rm", "active", "--yes").status == 77)
    }

    @Test func `a concurrent change waits or ends with 75`() throws {
        let versions = try versions()
        // The holder of the lock writes its name into the lock file.
        let outcome = try tool.shell(
            """
            d="$XDG_DATA_HOME/ilk/models/doctype"
            flock "$d/lock" sh -c 'printf "process 1 (a test)" > "$0/lock"; ilk model promote \(versions[0])' "$d"
            """)
        #expect(outcome.status == 75 && outcome.errors.contains("by process 1 (a test)"), "\(outcome.errors)")
        let both = try tool.shell(
            "ilk model promote \(versions[0]) & one=$!; ilk model promote \(versions[1]); two=$?; wait $one && exit $two"
        )
        #expect(both.status == 0, "\(both.errors)")
        #expect(try tool.run("model", "verify").status == 0)
    }

    private static let line = #"{"text":"the valve 4"}"# + "\n"

    @Test func `a stream uses a promoted model automatically and after a signal`() throws {
        let versions = try versions()
        #expect(try tool.run("model", "promote", versions[0]).status == 0)
        let partner = try InteractiveRun(tool, ["classify", "--ndjson", "--classifier", "bayes"])
        try partner.say(Self.line)
        #expect(partner.hear().contains(#""category":"code""#))
        #expect(try tool.run("model", "promote", versions[1]).status == 0)
        try partner.say(Self.line)
        #expect(partner.hear().contains(#""category":"social""#), "the model is checked after each wait")
        #expect(partner.hearComplaint().contains("model \(versions[1]) is active ("))
        #expect(try tool.run("model", "rollback").status == 0)
        partner.signal(SIGHUP)
        #expect(partner.hearComplaint().contains("rules unchanged"))
        #expect(partner.hearComplaint().contains("model \(versions[0]) is active ("))
        try partner.say(Self.line)
        #expect(partner.hear().contains(#""category":"code""#))
        try tool.shell("echo rubbish > \"$XDG_DATA_HOME/ilk/models/doctype/active\"")
        try partner.say(Self.line)
        #expect(partner.hear().contains(#""category":"code""#), "the old one is kept")
        #expect(partner.hearComplaint().contains("the old model stays active"))
        #expect(partner.hearComplaint().contains("does not name a version"))
        try partner.endInput()
        #expect(try partner.end().status == 0)
    }
}
