import Foundation
import TestSupport
import Testing

/// Checks that every command that erases or replaces stored data shows the change and asks first.
@Suite("Confirmation of commands that erase") struct ErasureTests {
    /// A command that erases data.
    struct Erasure: CustomTestStringConvertible, Sendable {
        var command: String
        /// The commands that create the data.
        var setup: String
        /// The arguments after the command.
        var arguments: String
        /// The announced change, without the first word.
        var effect: String
        /// The status after the answer yes.
        var status: Int32 = 0

        var line: String { "ilk \(command) \(arguments)" }
        var testDescription: String { line }
    }

    private static let texts =
        "for t in 'see you at 8' 'minutes of the board'; do echo $t | ilk classify --log -q; done"
    private static let calls = "ilk calls add Sarah 'a secret' -q; ilk calls add Ben 'another' -q"
    private static let taps = "ilk usage tap I want cookie -q; ilk usage profiles --add mom --role parent -q"
    private static let model = #"""
        printf '{"text":"sun all day","label":"warm"}\n{"text":"snow at night","label":"cold"}\n' > m.jsonl
        ilk train m.jsonl --name weather -o m.ilk -q; ilk model import m.ilk -q
        """#
    private static let taxonomy = #"""
        printf '{"text":"sun all day","label":"warm"}\n{"text":"snow at night","label":"cold"}\n' > m.jsonl
        ilk train m.jsonl --name weather -q
        """#
    private static let mail = #"""
        printf 'From a@x.org Fri Mar  1 10:00:01 2024\nFrom: a@x.org\nMessage-ID: <1@x>\nSubject: one\n\nx\n\nFrom a@x.org Fri Mar  1 10:00:02 2024\nFrom: a@x.org\nMessage-ID: <2@x>\nSubject: two\n\ny\n' > in.mbox
        ilk mail import in.mbox -q
        """#
    private static let events = #"""
        printf '{"id":"6F9619FF-8B86-D011-B42D-00CF4FC96401","timestamp":"2026-11-22T09:30:00Z","source":"ios","event":"A","payload":{}}\n' | ilk debug import - -q
        """#
    private static let unreachable =
        "printf 'ilk_x' > t; chmod 600 t; ilk SYNC sync --hub http://127.0.0.1:9 --token-file t -q; true"

    static let erasures: [Erasure] = [
        Erasure(
            command: "log purge", setup: texts, arguments: "--all", effect: "2 entries (32 bytes of text)"),
        Erasure(
            command: "log purge", setup: texts, arguments: "--match board",
            effect: "1 entry (20 bytes of text)"),
        Erasure(
            command: "log purge", setup: texts + "; ilk log retention --keep 1 -q", arguments: "--due",
            effect: "2 entries (32 bytes of text)"),
        Erasure(
            command: "log restore", setup: texts + "; ilk log backup b; echo x | ilk classify --log -q",
            arguments: "b", effect: "3 entries (33 bytes of text) in "),
        Erasure(
            command: "model regression-set",
            setup: taxonomy + "; ilk model regression-set m.jsonl --taxonomy weather -q",
            arguments: "--remove --taxonomy weather",
            effect: "the regression set of weather: 2 texts (cold 1, warm 1)"),
        Erasure(
            command: "log sync", setup: texts + "; " + unreachable.replacing("SYNC", with: "log"),
            arguments: "--reset --hub http://127.0.0.1:9 --token-file t", effect: "the sync state of the log",
            status: 69),
        Erasure(command: "calls rm", setup: calls, arguments: "-1 -2", effect: "2 calls"),
        Erasure(command: "calls rm", setup: calls, arguments: "--contact sarah", effect: "1 call"),
        Erasure(
            command: "calls purge", setup: calls, arguments: "--all",
            effect: "2 calls (15 bytes of notes), 2 contacts"),
        Erasure(
            command: "calls purge", setup: calls + "; ilk calls retention --older-than 0s -q",
            arguments: "--due", effect: "2 calls (15 bytes of notes)"),
        Erasure(
            command: "calls templates", setup: "ilk calls templates weekly --notes Agenda",
            arguments: "weekly --remove", effect: "the template weekly (6 bytes of notes)"),
        Erasure(
            command: "calls restore", setup: calls + "; ilk calls backup b; ilk calls add Eve -q",
            arguments: "b", effect: "3 calls"),
        Erasure(
            command: "usage purge", setup: taps, arguments: "--all", effect: "3 events, 1 device, 1 caregiver"
        ),
        Erasure(command: "usage purge", setup: taps, arguments: "--symbol cookie", effect: "1 event"),
        Erasure(
            command: "usage purge", setup: taps + "; ilk usage retention --older-than 0s -q",
            arguments: "--due", effect: "3 events"),
        Erasure(
            command: "usage profiles", setup: taps, arguments: "--remove mom", effect: "the caregiver mom"),
        Erasure(
            command: "usage restore", setup: taps + "; ilk usage backup b; ilk usage tap more -q",
            arguments: "b", effect: "4 events in "),
        Erasure(
            command: "usage sync", setup: taps + "; " + unreachable.replacing("SYNC", with: "usage"),
            arguments: "--reset --hub http://127.0.0.1:9 --token-file t",
            effect: "the sync state of the usage",
            status: 69),
        Erasure(command: "mail purge", setup: mail, arguments: "--all", effect: "2 messages"),
        Erasure(command: "mail purge", setup: mail, arguments: "subject:two", effect: "1 message"),
        Erasure(
            command: "mail purge", setup: mail + "\nilk mail import in.mbox --account b@y.org -q",
            arguments: "--all --account b@y.org", effect: "2 messages"),
        Erasure(
            command: "mail trim", setup: mail, arguments: "--account local --keep 1", effect: "1 message"),
        Erasure(
            command: "mail restore", setup: mail + "\nilk mail backup b", arguments: "b",
            effect: "2 messages in "),
        Erasure(command: "debug purge", setup: events, arguments: "--all", effect: "1 event ("),
        Erasure(
            command: "debug restore", setup: events + "\nilk debug backup b", arguments: "b",
            effect: "1 event (3 bytes) in "),
        Erasure(
            command: "model rm", setup: model, arguments: "1.0.0 --taxonomy weather",
            effect: "1 version of weather: 1.0.0"),
        Erasure(
            command: "taxonomy rm", setup: taxonomy, arguments: "weather",
            effect: "the taxonomy weather"),
        Erasure(
            command: "token revoke", setup: "ilk token create phone --scope sync -q", arguments: "phone",
            effect: "the token phone of the account default"),
    ]

    /// Commands whose confirmation needs a server. `CallsSyncTests` and `UsageSyncTests` cover them.
    private static let needingServers: Set<String> = ["calls sync", "calls queue", "usage conflicts"]

    private static let erasingOptions: Set<String> = ["delete", "delete-all", "clear-failed", "reset"]

    /// The erasures that this build can run. Without the trait Mail there is nothing to import.
    static var possible: [Erasure] {
        #if Mail
            erasures
        #else
            erasures.filter { !$0.command.hasPrefix("mail") }
        #endif
    }

    private func prepared(_ erasure: Erasure) throws -> Tool {
        let tool = try Tool()
        let made = try tool.shell(erasure.setup)
        try #require(made.status == 0, "\(erasure.setup): \(made.errors)")
        return tool
    }

    /// Returns the bytes of all files of the user's data, without the shared memory of open databases.
    private func data(_ tool: Tool) throws -> [String: Data] {
        let stores = URL(filePath: tool.log).deletingLastPathComponent()
        let settings = stores.appending(path: "../../home/.config/ilk").standardizedFileURL
        var files: [String: Data] = [:]
        for root in [stores, settings] where FileManager.default.fileExists(atPath: root.path) {
            for name in try FileManager.default.subpathsOfDirectory(atPath: root.path)
            where !name.hasSuffix("-shm") {
                let bytes = FileManager.default.contents(atPath: root.appending(path: name).path) ?? Data()
                // A reader creates an empty write-ahead log.
                if name.hasSuffix("-wal"), bytes.isEmpty { continue }
                files[name] = bytes
            }
        }
        return files
    }

    @Test func `every command with --yes is in the table and has --dry-run`() throws {
        let tree = try CommandTree(Tool())
        let asking = tree.commands { $0.kind == "flag" && $0.names.contains("yes") }
        #expect(asking == Set(Self.erasures.map(\.command)).union(Self.needingServers))
        #expect(asking.isSubset(of: tree.commands { $0.names.contains("dry-run") }))
        // Commands with these names or options erase data.
        let erasing = tree.commands.filter { path, arguments in
            ["rm", "purge", "trim", "restore", "revoke"].contains(path.split(separator: " ").last ?? "")
                || arguments.contains { !Set($0.names).isDisjoint(with: Self.erasingOptions) }
        }
        #expect(Set(erasing.keys).isSubset(of: asking), "\(Set(erasing.keys).subtracting(asking))")
    }

    @Test(arguments: possible)
    func `without a terminal it refuses and a dry run only reports`(erasure: Erasure) throws {
        let tool = try prepared(erasure)
        let before = try data(tool)
        let refused = try tool.shell(erasure.line)
        #expect(refused.status == 64 && refused.output.isEmpty, "\(refused)")
        #expect(refused.errors.contains(" \(erasure.effect)"), "\(refused.errors)")
        #expect(
            refused.errors.contains(
                " without confirmation: standard input is not a terminal\nhint: use --yes\n"))
        #expect(try tool.shell("yes | \(erasure.line)").status == 64)
        #expect(try data(tool) == before, "refusing")
        for options in ["--dry-run", "-n --yes"] {
            let dry = try tool.shell("\(erasure.line) \(options)")
            #expect(dry.status == 0 && dry.output.contains("Would "), "\(dry)")
            #expect(dry.output.contains(" \(erasure.effect)"), "\(dry.output)")
            #expect(try data(tool) == before, "\(options)")
        }
        let done = try tool.shell("\(erasure.line) --yes")
        #expect(done.status == erasure.status, "\(done)")
        #expect(try data(tool) != before, "--yes")
    }

    /// All commands ask with the same code.
    @Test(arguments: TestLength.some(5, of: possible))
    func `on a terminal the answer no erases nothing and yes erases`(erasure: Erasure) throws {
        let tool = try prepared(erasure)
        try expectUnchanged(tool, erasure, "n\n")
        let before = try data(tool)
        let run = try TerminalRun(tool, erasure.line)
        #expect(run.waitFor("Continue? [y/N]"))
        try run.type("Y\n")
        let (status, shown) = run.end()
        #expect(status == erasure.status, "\(shown)")
        #expect(try data(tool) != before)
    }

    /// One command is enough, because all commands ask with the same code.
    @Test(arguments: ["\n", "yesterday\n", "\u{4}"])
    func `any answer except yes erases nothing`(answer: String) throws {
        let erasure = try #require(Self.erasures.first)
        try expectUnchanged(prepared(erasure), erasure, answer)
    }

    @Test func `a signal during the question erases nothing`() throws {
        let erasure = try #require(Self.erasures.first)
        let tool = try prepared(erasure)
        let before = try data(tool)
        let stopped = try TerminalRun(tool, erasure.line)
        #expect(stopped.waitFor("Continue? [y/N]"))
        stopped.signal(SIGINT)
        #expect(stopped.end().status == 130)
        #expect(try data(tool) == before, "SIGINT")
    }

    private func expectUnchanged(_ tool: Tool, _ erasure: Erasure, _ answer: String) throws {
        let before = try data(tool)
        let run = try TerminalRun(tool, erasure.line)
        #expect(run.waitFor("Continue? [y/N]"))
        try run.type(answer)
        let (status, shown) = run.end()
        #expect(status == 1 && shown.contains(" \(erasure.effect)"), "\(shown)")
        #expect(shown.contains("nothing was changed"))
        #expect(try data(tool) == before, "\(answer.debugDescription)")
    }

    @Test func `the call in the question is the call that is deleted`() throws {
        let tool = try Tool()
        try tool.run("calls", "add", "Sarah", "first")
        let run = try TerminalRun(tool, "ilk calls rm -1")
        #expect(run.waitFor("Continue? [y/N]"))
        try tool.run("calls", "add", "Ben", "second")
        try run.type("y\n")
        #expect(run.end().status == 0)
        let left = try tool.run("calls", "ls", "--format", "json").output
        #expect(left.contains("second") && !left.contains("first"))
    }

    @Test(arguments: [
        "log purge --match absent", "log purge --due", "calls purge --contact ben", "calls rm --contact ben",
        "usage purge --symbol absent", "calls purge --due", "usage purge --due",
        "usage purge --all --usage-file none.sqlite",
        "calls purge --all --calls-file none.sqlite", "calls queue --clear-failed",
    ])
    func `if there is nothing to erase there is no question and no new file`(line: String) throws {
        let tool = try Tool()
        _ = try tool.shell(
            "echo hi | ilk classify --log -q; ilk calls add Ben -q; ilk calls rm -1 --yes -q; ilk usage tap a -q"
        )
        let run = try tool.shell("ilk \(line)")
        #expect(run.status == 0 && run.errors.contains("No matching "), "\(run)")
        #expect(try tool.names().isEmpty)
    }
}
