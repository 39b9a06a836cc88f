import Foundation
import TestSupport
import Testing

extension HostileRun {
    /// Enters hostile calls, contacts, notes and templates.
    func calls() async throws {
        let notes = HostileText.all.enumerated().map { number, text -> [String: Any] in
            ["contact": "Ann", "calledAt": "2026-11-01T10:\(10 + number):00Z", "notes": text]
        }
        let people = HostileText.all.enumerated().map { number, text -> [String: Any] in
            [
                "contact": text, "calledAt": "2026-11-02T10:\(10 + number):00Z", "duration": 3,
                "tags": [text],
                "attachments": [text], "emotionalState": "happy",
            ]
        }
        try tool.write("c.jsonl", lines(notes + people))
        try await check(["calls", "import", "c.jsonl", "--on-error", "skip"])
        let kept =
            HostileText.strings(inJSON: try await tool.run("calls", "export").data, isLines: true) ?? []
        #expect(kept.isSuperset(of: ["=1+1", HostileText.typed[0]]))
        try await check(
            ["calls", "export"], ["ndjson", "json", "csv"], carrying: HostileText.all.filter(kept.contains))
        try await check(["calls", "export", "--anonymize", "2"], ["ndjson", "json"])
        for arguments in [
            ["ls", "--limit", "60"], ["search", "alert"], ["contacts"], ["queue"], ["conflicts"],
        ] {
            try await check(["calls"] + arguments, Self.lists)
        }
        for number in stride(from: 1, to: 36, by: 2) {
            try await check(["calls", "show", "-\(number)"], ["text", "json"])
        }
        for text in HostileText.typed {
            for arguments in [
                ["templates", "n" + text, "--notes", "t" + text], ["templates", "n" + text],
                ["templates", "n" + text, "--remove", "--dry-run"], ["add", "n" + text, "x" + text],
                ["remind", "n" + text, "5d", "--note", "t" + text], ["start", "n" + text], ["start"],
                ["stop", "x" + text], ["rm", "--contact", "q" + text, "--dry-run"],
                ["edit", "-1", "--notes", "t" + text, "--add-tag", "t" + text],
                ["resolve", text, "--keep", "local"], ["correct", "-1", text],
                ["correct", "-1", "sad", "--by", "n" + text],
            ] { try await check(["calls"] + arguments) }
        }
        try await check(["calls", "show", "-1"], ["text", "json"])
        for arguments in [
            ["templates"], ["timeline"], ["suggest", "-1"], ["purge", "--all", "--dry-run"], ["retry"],
            ["report", "-o", "r.pdf", "--force"], ["backup", "b"], ["restore", "b", "--dry-run"],
        ] { try await check(["calls"] + arguments) }
        for arguments in [["stats"], ["remind"], ["sync"], ["retention", "--older-than", "9y"]] {
            try await check(["calls"] + arguments, ["text", "json"])
        }
    }

    /// Enters hostile usage, devices, caregivers and sessions.
    func usage() async throws {
        for text in HostileText.typed {
            for arguments in [
                ["profiles", "--add", "p" + text, "--role", "r" + text], ["profiles", "--use", "p" + text],
                ["devices", "--add", "d" + text, "--account", "a" + text],
                ["devices", "--rename", "e" + text],
                ["tap", "s" + text, "--label", "l" + text, "--category", "c" + text, "--tag", "t" + text],
                ["speak", "w" + text, "--symbols", "s" + text, "--tag", "t" + text],
                ["ls", "--with", "z" + text],
                ["session", "-1", "--title", "t" + text, "--place", "p" + text],
                ["correct", "-1", "t" + text, "--by", "n" + text], ["correct", text, "t"],
                ["profiles", "--remove", "p" + text, "--dry-run"],
            ] { try await check(["usage"] + arguments) }
        }
        try await check(["usage", "ls", "--limit", "200"], Self.lists)
        try await check(["usage", "report"], ["text", "json", "html"])
        try await check(["usage", "retention", "--older-than", "9y"], ["text", "json"])
        for command in ["session", "regressions", "devices", "profiles", "sync --status", "conflicts"] {
            try await check(["usage"] + command.split(separator: " ").map(String.init), ["text", "json"])
        }
        try await check(["usage", "classify"], Self.lists)
        try await check(["usage", "classify", "--labeled"], ["ndjson"])
        try await check(["usage", "export"], ["ndjson", "json", "csv"])
        try await check(["usage", "export", "--anonymize", "2"], ["ndjson", "json"])
        let log = try await launch(["usage", "export", "--format", "obl"], "")
        #expect(HostileText.strings(inJSON: log.data, isLines: false) != nil)
        for arguments in [
            ["purge", "--all", "--dry-run"], ["backup", "b"], ["restore", "b", "--dry-run"],
            ["import", "none"],
            ["sync", "--status"],
        ] {
            try await check(["usage"] + arguments)
        }
        try await check(["sync"], ["text", "json"])
    }

    /// Enters hostile debug events, names and payloads.
    func debug() async throws {
        let trace = "7D444840-9DC0-11D1-B245-5FFDCE74FAD2"
        let rows = HostileText.all.enumerated().flatMap { number, text -> [[String: Any]] in
            ["E\(text)", "EVENT"].enumerated().map { kind, event in
                [
                    "id": "6F9619FF-8B86-D011-B42D-00CF4FC9\(1000 + 100 * kind + number)", "source": "ios",
                    "timestamp": "2026-11-22T09:3\(kind):\(10 + number)Z", "level": "error", "event": event,
                    "correlation_id": trace,
                    "payload": [
                        text: text, "message": text, "stack": "\(text)\n  at \(text)", "deep": [text: [text]],
                    ],
                ]
            }
        }
        try tool.write("e.jsonl", lines(rows))
        try tool.write(
            "bad.jsonl",
            lines(HostileText.all.map { ["source": $0, "level": $0, "event": $0, "timestamp": $0] }))
        try await check(["debug", "import", "e.jsonl", "--on-error", "skip"])
        try await check(["debug", "import", "bad.jsonl", "--on-error", "skip"])
        #expect(try await tool.run("debug", "search", "--limit", "100").lines.count >= HostileText.all.count)
        for arguments in [
            ["search", "--limit", "100"], ["search", "alert"], ["trace", trace], ["top"],
            ["stats", "--by", "event"],
        ] { try await check(["debug"] + arguments, Self.lists) }
        try await check(["debug", "tail", "--no-follow", "--limit", "100"], ["text", "ndjson"])
        for number in stride(from: 1, to: 36, by: 2) {
            try await check(["debug", "show", "-\(number)"], ["text", "json"])
        }
        try await check(["debug", "export"], ["ndjson", "json", "csv"])
        try await check(["debug", "export", "--anonymize", "2"], ["ndjson", "json"])
        try await check(["debug", "retention", "--older-than", "1d"], ["text", "json"])
        for text in HostileText.typed {
            for arguments in [
                ["show", text], ["search", text + ">=1"], ["trace", text],
                ["correct", "-1", text], ["correct", "-1", "warn", "--by", text],
                ["purge", "--event", text, "--dry-run"],
            ] {
                try await check(["debug"] + arguments)
            }
        }
        try await check(["debug", "show", "-1"], ["text", "json"])
        for arguments in [["backup", "b"], ["restore", "b", "--dry-run"]] {
            try await check(["debug"] + arguments)
        }
    }

    /// Enters hostile tokens and accounts.
    func tokens() async throws {
        for text in HostileText.typed {
            for name in ["n" + text, "k"] {
                _ = try await launch(
                    ["token", "create", name, "--scope", "sync", "--account", "a" + text], "")
            }
            try await check(["token", "revoke", "z" + text])
            try await check(["token", "revoke", "n" + text, "--account", "a" + text, "--dry-run"])
        }
        try await check(["token", "ls"], Self.lists, carrying: ["n=1+1", "a" + HostileText.typed[10]])
    }

    /// Enters hostile mail, headers and folders.
    func mail() async throws {
        guard try await hasMail else {
            return print("skipped: this ilk was built without the trait Mail")
        }
        let box = mailbox()
        for (number, text) in HostileText.typed.enumerated() where number < 4 || number > 9 {
            let name = "x" + text.replacing("/", with: "_") + ".mbox"
            try Data(box.replacing("@x>", with: "\(number)@x>").utf8).write(
                to: tool.folder.appending(path: name))
            try await check(["mail", "import", name])
        }
        for arguments in [
            ["ls", "--limit", "99"], ["search", "alert"], ["threads", "--limit", "99"], ["labels"],
        ] {
            try await check(["mail"] + arguments, Self.lists)
        }
        try await check(["mail", "explain", "-1"], Self.lists + ["html"])
        try await check(["mail", "explain", "-9"], ["text", "html"])
        for number in 1...20 { try await check(["mail", "show", "-\(number)"], ["text", "json"]) }
        try await check(["mail", "export"], ["ndjson"])
        try await check(["mail", "export", "--anonymize", "2"], ["ndjson"])
        for text in HostileText.typed {
            for arguments in [
                ["ls", "--account", text], ["ls", "--folder", text], ["show", text], ["search", text + ":x"],
                ["mark", "read", text], ["mark", text, "-1"], ["mark", "read", "--match", text],
                ["label", "add", "-1", text], ["label", "remove", "-1", text], ["move", "-2", text],
                ["move", text, "Bills"], ["correct", "-1", text], ["correct", text, "email"],
                ["correct", "-1", "email", "--by", text], ["correct", "-1", "email", "--taxonomy", text],
            ] {
                try await check(["mail"] + arguments)
            }
        }
        try await check(["mail", "show", "-1"], ["text", "json"])
        for arguments in [
            ["unread"], ["purge", "--all", "--dry-run"],
            ["trim", "--account", "local", "--keep", "1", "--dry-run"],
            ["backup", "b"], ["restore", "b", "--dry-run"],
        ] { try await check(["mail"] + arguments) }
    }

    /// Returns a mailbox with hostile names, subjects, labels and bodies.
    private func mailbox() -> String {
        func encoded(_ text: String) -> String { "=?utf-8?b?\(Data(text.utf8).base64EncodedString())?=" }
        var box = HostileText.all.enumerated().map { number, text in
            """
            From a@x.org Fri Mar  1 10:00:\(10 + number) 2024
            From: \(encoded("n" + text)) <a\(number)@x.org>
            To: \(encoded(text)) <b@x.org>
            Message-ID: <m\(number)@x>
            Subject: \(encoded("s" + text))
            X-Gmail-Labels: \(encoded(text))
            Content-Type: text/plain; charset=utf-8
            Content-Transfer-Encoding: base64

            \(Data(text.utf8).base64EncodedString())


            """
        }.joined()
        box += """
            From a@x.org Fri Mar  1 11:00:00 2024
            From: raw\u{1B}[35m\u{9B} <r\u{1B}[35m@x.org>
            Message-ID: <raw\u{1B}[35m@x>
            Subject: raw \u{1B}]0;t\u{7}
            Content-Type: text/html

            <p>hi \u{1B}[35m&#27;[35m &#x202e;</p>


            """
        return box
    }
}
