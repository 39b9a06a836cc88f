import Foundation
import StoreTestSupport
import TestSupport
import Testing

/// Exports, backups, purges and retraining of files that have lost rows.
@Suite("damaged stores") struct ShortExportTests {
    private let tool: Tool
    private let sound: Data
    /// The leaf pages of the table of entries.
    private let leaves: [Int]

    private static let pageSize = 4096

    init() throws {
        tool = try Tool()
        let lines = (1...400).map {
            "{\"text\":\"marker \($0) see you at 8 then, and bring the minutes of the board\"}\n"
        }
        let run = try tool.run(
            "classify", "--ndjson", "--log", "--log-file", "a.sqlite", "--quiet", input: lines.joined())
        try #require(run.status == 0, "\(run.errors)")
        try #require(try tool.shell("ilk log correct -1 email --log-file a.sqlite").status == 0)
        try #require(try tool.shell("ilk log backup b.sqlite --log-file a.sqlite").status == 0)
        let bytes = try Data(contentsOf: tool.folder.appending(path: "b.sqlite"))
        sound = bytes
        leaves = (1..<bytes.count / Self.pageSize).filter { page in
            let content = bytes[page * Self.pageSize..<(page + 1) * Self.pageSize]
            return content.first == 0x0D && content.range(of: Data("see you at 8".utf8)) != nil
        }
        try #require(leaves.count > 5)
    }

    /// Writes the file to `s.sqlite` with two pages swapped.
    private func swap(_ first: Int, _ second: Int) throws {
        var bytes = sound
        let (a, b) = (
            first * Self.pageSize..<(first + 1) * Self.pageSize,
            second * Self.pageSize..<(second + 1) * Self.pageSize
        )
        bytes.replaceSubrange(a, with: sound[b])
        bytes.replaceSubrange(b, with: sound[a])
        try tool.shell("rm -f s.sqlite*")
        try bytes.write(to: tool.folder.appending(path: "s.sqlite"))
    }

    @Test func `an export of swapped pages is complete or ends with 65 and the missing range`() throws {
        let whole = try tool.run("log", "export", "--log-file", "b.sqlite").output
        #expect(whole.split(separator: "\n").count == 400)
        var random = SeededGenerator(seed: 22)
        let pages = sound.count / Self.pageSize
        var refused = 0
        for turn in 0..<24 {
            let all = turn % 2 == 0 ? leaves : Array(1..<pages)
            guard let first = all.randomElement(using: &random),
                let second = all.randomElement(using: &random),
                first != second
            else { continue }
            try swap(first, second)
            let run = try tool.run("log", "export", "--log-file", "s.sqlite")
            #expect(
                run.status == 65 || run.status == 0 && run.output == whole,
                "seed 22, pages \(first) and \(second): status \(run.status)")
            if run.status == 65 { refused += 1 }
            if turn % 2 == 0 {
                #expect(
                    run.status == 65 && run.output.isEmpty && run.errors.contains(" found"), "\(run.errors)")
                #expect(run.errors.contains("hint: "))
            }
        }
        #expect(refused >= 10)
    }

    @Test func `a log with missing rows is rejected, but its readable rows can be exported`() throws {
        try swap(leaves[1], leaves[4])
        for command in [
            "log export -o out.ndjson", "log backup c.sqlite", "log purge --all --yes", "retrain",
            "retrain --dry-run",
            "log purge --older-than 2000-01-01 --yes",
        ] {
            let run = try tool.shell("ilk \(command) --log-file s.sqlite")
            #expect(
                run.status == 65 && run.errors.contains(" found"), "\(command): \(run.status) \(run.errors)")
        }
        #expect(!FileManager.default.fileExists(atPath: tool.path("out.ndjson")))
        #expect(!FileManager.default.fileExists(atPath: tool.path("c.sqlite")))
        let doctor = try tool.shell("ilk doctor --log-file s.sqlite")
        #expect(doctor.status == 1)
        let left = try tool.shell("ilk log export --damaged -o left.ndjson --log-file s.sqlite")
        #expect(left.status == 65)
        #expect(try tool.shell("wc -l < left.ndjson").output.contains("400"))
        #expect(try tool.shell("ilk log import left.ndjson --log-file new.sqlite").status == 0)
        #expect(
            try tool.shell("ilk log export --damaged --log-file new.sqlite | wc -l").output.contains("400"))
    }

    /// A read command for each store, and a command that creates the store.
    private static let stores =
        mail + [
            ("log", "echo 'see you' | ilk classify --log --log-file h.db", "log export --log-file h.db"),
            (
                "calls", "ilk calls add Sarah 20m happy 'about Rome' --calls-file h.db",
                "calls export --calls-file h.db"
            ),
            ("usage", "ilk usage tap want --usage-file h.db", "usage export --usage-file h.db"),
            (
                "debug",
                #"echo '{"id":"6F9619FF-8B86-D011-B42D-00CF4FC964FF","timestamp":"2026-11-22T09:30:00.250Z","source":"ios","event":"X","payload":{"a":1}}' | ilk debug import - --debug-file h.db"#,
                "debug export --debug-file h.db"
            ),
            ("token", "ilk token create me --scope sync --hub-file h.db", "token ls --hub-file h.db"),
        ]

    #if Mail
        private static let mail = [
            (
                "mail",
                "printf 'From a@x Fri Mar  1 10:00:00 2024\\nFrom: a@x.org\\nSubject: s\\n\\nb\\n' > m.mbox; ilk mail import m.mbox --mail-file h.db --quiet",
                "mail export --mail-file h.db"
            )
        ]
    #else
        /// Without GMime nothing imports mail.
        private static let mail: [(String, String, String)] = []
    #endif

    @Test(arguments: stores) func `a damaged header ends with 65 and a hint`(
        store: (name: String, make: String, read: String)
    ) throws {
        let made = try tool.shell(store.make)
        try #require(made.status == 0, "\(made.errors)")
        try OneFile.settle(tool.path("h.db"))
        let bytes = try Data(contentsOf: tool.folder.appending(path: "h.db"))
        for (place, value) in [
            (0, 0), (16, 0), (18, 9), (20, 200), (21, 0), (28, 255), (47, 9), (59, 3), (60, 1), (68, 0),
        ] {
            var damaged = bytes
            damaged[place] = UInt8(value)
            try tool.shell("rm -f h.db*")
            try damaged.write(to: tool.folder.appending(path: "h.db"))
            let run = try tool.shell("ilk \(store.read)")
            #expect(
                run.status == 65 && run.errors.contains("hint: "),
                "\(store.name), byte \(place): \(run.status) \(run.errors)")
        }
    }
}
