#if Mail
    import Foundation
    import IlkMail
    import IlkStore
    import TestSupport
    import Testing

    /// Import, search, export and training on mail with the real program.
    @Suite(
        "mail import, search, show, ls, threads, labels, unread, mark, label, move, trim, purge, export; retrain --from mail"
    )
    struct MailTests {
        private let tool: Tool

        init() throws {
            tool = try Tool()
            var mailbox = ""
            for (number, what) in [("1", "Lunch"), ("2", "Budget"), ("3", "Garden")] {
                mailbox += "From a@x.org Fri Mar  1 10:00:0\(number) 2024\nMessage-ID: <\(number)@x>\n"
                mailbox += "From: Ann <a@x.org>\nDate: Fri, 01 Mar 2024 10:00:0\(number) +0000\n"
                mailbox += number == "3" ? "In-Reply-To: <2@x>\n" : ""
                mailbox += "Subject: \(what)\n\nall about \(what.lowercased())\n>From quoted\n\n"
            }
            _ = try tool.write("Lists.mbox", mailbox)
            let run = try tool.shell("ilk mail import Lists.mbox --mail-file a.sqlite")
            try #require(run.status == 0, "\(run.errors)")
            #expect(run.errors.contains("Imported 3 messages, "))
        }

        private func run(_ line: String) throws -> (output: String, errors: String, status: Int32) {
            let run = try tool.shell("ilk mail \(line) --mail-file a.sqlite")
            return (run.output, run.errors, Int32(run.status))
        }

        @Test func `doctor also checks the mail store`() throws {
            let sound = try tool.shell("ilk doctor --thorough --mail-file a.sqlite")
            #expect(sound.status == 0 && sound.output.contains("mail: 3 messages, "))
            let damaged = try tool.shell(
                "head -c 5000 /dev/zero | tr '\\0' A > b.sqlite; ilk doctor --mail-file b.sqlite")
            #expect(damaged.status == 1 && damaged.output.contains("BAD  mail"))
        }

        @Test func `a model is trained on a mailbox for each label`() throws {
            let made = try tool.shell(
                """
                for i in 1 2 3; do printf "From a@x.org Fri Mar  1 10:00:0$i 2024\\nFrom: a@x.org\\nSubject: \
                =?utf-8?q?Gr=C3=BC=C3=9Fe?= $i\\n\\nrake the beds $i\\n\\n" >> Garden.mbox; done
                ilk train Lists.mbox Garden.mbox -o m.ilk && echo 'Grüße: rake' | ilk classify --model m.ilk
                """)
            #expect(made.status == 0 && made.output.hasPrefix("Garden"), "\(made.output)\(made.errors)")
            #expect(made.errors.contains("m.ilk: 6 texts (Garden 3, Lists 3)"), "\(made.errors)")
            let check = try tool.shell("cat Garden.mbox Garden.mbox > Two.mbox; ilk train Two.mbox --check")
            #expect(
                check.output.contains("duplicate texts: Two.mbox"), "\(check.output)\(check.errors)")
            let pipe = try tool.shell("cat Lists.mbox | ilk train - --check")
            #expect(
                pipe.status == 65 && pipe.errors.contains("such as spam.mbox"), "\(pipe.errors)")
            let broken = try tool.shell("echo nonsense > Bad.mbox; ilk train Bad.mbox --check")
            #expect(broken.status == 65 && broken.errors.contains("Bad.mbox: not a message"))
        }

        @Test(arguments: ["ls", "search budget", "threads"]) func `a limit of 0 is rejected`(
            _ command: String
        ) throws {
            let none = try run("\(command) --limit 0")
            #expect(none.status == 64 && none.errors.contains("expected an integer of at least 1"))
        }

        @Test func `a second import adds nothing`() throws {
            #expect(try run("import Lists.mbox").errors.contains("Imported 0 messages, "))
            #expect(try run("import Lists.mbox --start-over").errors.contains("3 already present"))
        }

        @Test func `a header that overflows the parser's stack does not end an import`() throws {
            let head = "From a@x.org Fri Mar  1 10:00:09 2024\nFrom: Ann <a@x.org>\nSubject: Bomb\n"
            for (place, name) in ["To", "From", "Cc"].enumerated() {
                let bomb = "\(name): " + String(repeating: "a:", count: 42_000)
                let mailbox =
                    head + "Message-ID: <before\(place)@x>\n\none\n\n" + head
                    + "Message-ID: <bomb\(place)@x>\n\(bomb)\n\ntwo\n\n" + head
                    + "Message-ID: <after\(place)@x>\n\nthree\n\n"
                _ = try tool.write("bomb.mbox", mailbox)
                let run = try run("import bomb.mbox --start-over")
                #expect(run.status == 0 && run.errors.contains("Imported 3 messages, "), "\(run)")
                #expect(run.errors.contains("header field too long or nested too deeply"), "\(run)")
            }
        }

        @Test func `mail is parsed by a worker process that no help text shows`() throws {
            #expect(try !tool.shell("ilk --help; ilk mail import --help").output.contains("parse-mail"))
            // A worker cannot write files after it has set its limits, so only libraries loaded before are
            // listed.
            try tool.shell(
                "LD_DEBUG=files LD_DEBUG_OUTPUT=loaded ilk mail import Lists.mbox --mail-file p.sqlite")
            #expect(try tool.shell("grep -l libgmime loaded.*").output.isEmpty)
            #expect(try !tool.shell("grep -l 'needed by /proc/self/exe' loaded.*").output.isEmpty)
        }

        @Test func `search finds messages, locates query errors and reports no matches`() throws {
            #expect(try run("search 'from:ann budget'").output.contains("Budget"))
            #expect(try run("search --substring udge").output.contains("Budget"))
            #expect(try run("search --substring udge --cursor abc").status == 64)
            #expect(try run("search nothing").status == 1)
            #expect(try run("search 'date:never'").status == 64)
            #expect(try run("search 'form:ann' ").errors.contains("unknown field 'form'"))
        }

        @Test func `lists, threads, labels and counts agree`() throws {
            #expect(try run("ls --format ndjson").output.split(separator: "\n").count == 3)
            #expect(try run("threads --format ndjson").output.split(separator: "\n").count == 2)
            #expect(try run("labels").output.contains("Lists"))
            #expect(try run("unread --audit").output == "3\n")
        }

        @Test(arguments: ["ls", "threads", "unread", "export"])
        func `an unknown label is an error, not an empty result`(_ command: String) throws {
            let none = try run("\(command) --folder nope")
            #expect(none.status == 66 && none.errors.contains("ilk mail labels"), "\(none)")
            let other = try run("\(command) --folder lists")
            #expect(other.status == 66 && other.errors.contains("did you mean 'Lists'?"), "\(other)")
            #expect(try run("\(command) --folder Lists").status == 0)
        }

        @Test func `a message of an unknown account is not shown`() throws {
            let unknown = try run("show -1 --account zz@x.org")
            #expect(unknown.status == 66 && unknown.output.isEmpty, "\(unknown)")
            #expect(try run("explain -1 --account zz@x.org").status == 66)
        }

        @Test func `a message is shown as readable text and in its original form`() throws {
            let shown = try run("show -1").output
            #expect(shown.contains("Garden") && shown.contains("all about garden\nFrom quoted"))
            #expect(try run("show -1 --format source").output.hasPrefix("Message-ID: <3@x>\n"))
            #expect(try run("show 9@x").status == 66)
            #expect(try run("explain -1").status == 0)
        }

        @Test func `lists show the label of the taxonomy and a short id that names the message`() throws {
            let list = try run("ls").output.split(separator: "\n").map(String.init)
            #expect(list[0].contains("category") && list[1].contains("Garden"), "\(list)")
            // printf 3@x | sha256sum
            let id = "6A8C5C79"
            #expect(list[1].hasSuffix(id), "\(list[1])")
            #expect(try run("show \(id.lowercased())").output.contains("Subject   Garden"))
            #expect(try run("show 00000000").status == 66)
            let json = try run("ls --format ndjson --limit 1").output
            #expect(
                json.contains(#""id":"3@x""#) && json.contains(#""taxonomy":"doctype""#),
                "\(json)")
        }

        @Test func `messages are marked, labeled and moved, and the counts follow`() throws {
            #expect(try run("mark read -1 2@x").errors.contains("Marked 2 messages as read."))
            #expect(try run("unread").output == "1\n")
            #expect(
                try run("mark unread --match subject:garden").errors.contains("Marked 1 message as unread."))
            #expect(try run("mark flagged -1").status == 0)
            #expect(try run("search is:starred").output.contains("Garden"))
            let added = try run("label add -1 -2 todo").errors
            #expect(
                added.contains("todo is a new label.")
                    && added.contains("Added the label todo to 2 messages."))
            #expect(try run("label add -1 todo").errors.contains("Added the label todo to 0 messages."))
            #expect(
                try run("label add --match subject:absent q").errors.contains("the label q to 0 messages."))
            #expect(try !run("label add --match subject:absent q").errors.contains("new label"))
            #expect(try run("label remove -2 todo").errors.contains("Removed the label todo from 1 message."))
            #expect(try run("move -1 Spam").errors.contains("Moved 1 message to Spam."))
            let labels = try run("ls --limit 1 --format ndjson").output
            #expect(labels.contains(#""labels":["Spam","todo"]"#), "\(labels)")
            #expect(try run("unread --folder Lists").output == "1\n")
            #expect(try run("unread --audit").status == 0)
            #expect(try run("import Lists.mbox --start-over").errors.contains("3 already present,"))
            #expect(
                try run("ls --folder Spam --format ndjson").output.contains("3@x"), "an import keeps the move"
            )
        }

        @Test func `a corrected label is shown, searched, learned and withdrawn`() throws {
            let corrected = try run("correct -1 social --by ann")
            #expect(corrected.status == 0 && corrected.output.contains(" → social  Garden"), "\(corrected)")
            #expect(try run("search category:social").output.contains("Garden"))
            let shown = try run("show -1").output
            #expect(shown.contains(" → social ") && shown.contains("social by ann, "), "\(shown)")
            #expect(
                try run("ls --limit 1 --format ndjson").output.contains(#""corrections":[{"author":"ann""#))
            #expect(try run("correct -2 document").status == 0)
            let learned = try tool.shell(
                "ilk retrain --from mail --label category --mail-file a.sqlite --dry-run --format json")
            #expect(learned.output.contains(#""messages" : 2"#), "\(learned.output)\(learned.errors)")
            #expect(try run("correct -1 --withdraw").output.contains("social → "))
            #expect(try run("search category:social").status == 1)
            #expect(try run("correct -1 Lists --taxonomy folders").status == 0)
        }

        @Test(arguments: [
            ("mark", 64, "specify read, unread"), ("mark read", 64, "specify messages"),
            ("mark read -1 --match x", 64, "cannot be combined"),
            ("mark read 9@x", 66, "there is no message"),
            ("mark read --bogus", 64, "unknown option"),
            ("move -1", 64, "specify messages, then a label"),
            ("move Spam", 64, "specify messages"), ("label remove -1 nope", 66, "ilk mail labels"),
            ("correct -1 nope", 64, "allowed: email"), ("correct -1", 64, "a label"),
            ("correct -1 x --taxonomy folders", 66, "ilk mail labels"),
            ("correct -1 x --taxonomy nope", 64, "no taxonomy"),
            ("correct 9@x email", 66, "there is no message"),
            ("move -1 lists", 66, "did you mean 'Lists'?"),
            ("label remove -1 Listt", 66, "hint: did you mean 'Lists'? the labels are "),
            ("mark read --match 'date:never'", 64, "invalid time"),
        ])
        func `a change or correction without messages, mark or known label is an error`(
            _ line: String, _ status: Int32, _ text: String
        ) throws {
            let run = try run(line)
            #expect(run.status == status && run.errors.contains(text), "\(line): \(run)")
        }

        @Test func `an import follows a message that was moved in a Maildir`() throws {
            let moved = try tool.shell(
                """
                mkdir -p box/cur box/new box/.Spam/cur
                printf 'From: a@x.org\\nMessage-ID: <9@x>\\nSubject: s\\n\\nhello\\n' > box/new/1.a
                ilk mail import box --mail-file m.sqlite && mv box/new/1.a box/.Spam/cur/1.a:2,S
                ilk mail import box --mail-file m.sqlite && ilk mail labels --mail-file m.sqlite --format ndjson
                """)
            #expect(
                moved.errors.contains("Imported 0 messages, 1 already present (1 updated), "),
                "\(moved.errors)")
            #expect(
                moved.output.contains(
                    #"{"account":"local","id":"INBOX","messages":0,"#),
                "\(moved.output)")
            #expect(
                moved.output.contains(#"{"account":"local","id":"Spam","messages":1,"#))
        }

        @Test func `the corrections of an export are imported for mail in the store`() throws {
            #expect(try run("correct -1 social --by ann").status == 0)
            #expect(try run("export -o out.ndjson").status == 0)
            let alone = try tool.shell("ilk mail import out.ndjson --mail-file b.sqlite")
            #expect(alone.status == 2 && alone.errors.contains("1 corrected message not in the store"))
            let whole = try tool.shell(
                "ilk mail import out.ndjson Lists.mbox --mail-file b.sqlite; ilk mail show -1 --mail-file b.sqlite"
            )
            #expect(whole.errors.contains("Imported corrections of 1 message."), "\(whole.errors)")
            #expect(whole.status == 0 && whole.output.contains("social by ann, "), "\(whole.output)")
            let again = try tool.shell("ilk mail import out.ndjson --mail-file b.sqlite")
            #expect(again.status == 0 && !again.errors.contains("Imported corrections"), "\(again.errors)")
            let broken = try tool.shell(
                "echo 5 > bad.ndjson; ilk mail import bad.ndjson --mail-file b.sqlite")
            #expect(broken.status == 2 && broken.errors.contains("skipped bad.ndjson:1"), "\(broken.errors)")
        }

        @Test func `exported mail is identical byte for byte`() throws {
            #expect(try run("export -o out.mbox").status == 0)
            #expect(try tool.bytes("out.mbox") == tool.bytes("Lists.mbox"))
            #expect(try run("export -o out.mbox").status == 73)
        }

        @Test func `a trim keeps whole threads unless it is by message`() throws {
            #expect(try run("trim --account local --keep 1 --dry-run").output == "Would delete 1 message.\n")
            #expect(try run("trim --account local --keep 1 --yes").errors.contains("Deleted 1 message."))
            #expect(try run("ls --format ndjson").output.split(separator: "\n").count == 2)
            let exact = try run("trim --account local --keep 1 --by message --yes")
            #expect(exact.errors.contains("Deleted 1 message."), "\(exact)")
            #expect(try run("ls --format ndjson").output.split(separator: "\n").count == 1)
        }

        @Test func `trim and purge keep the other messages`() throws {
            #expect(try run("trim --account local --keep 2 --yes").status == 0)
            #expect(try run("purge budget --yes").status == 0)
            #expect(try run("ls --format ndjson").output.split(separator: "\n").count == 1)
            #expect(try tool.bytes("a.sqlite").range(of: Data("budget".utf8)) == nil)
            #expect(try run("unread --audit").status == 0)
        }

        @Test func `a purge of all mail of one account keeps the other accounts`() throws {
            #expect(try run("import Lists.mbox --account b@x.org").status == 0)
            #expect(try run("purge --resume --account b@x.org").status == 64)
            let purged = try run("purge --all --account b@x.org --yes")
            #expect(purged.status == 0 && purged.errors.contains("Purged 3 messages"), "\(purged)")
            #expect(try run("ls --format ndjson").output.split(separator: "\n").count == 3)
        }

        @Test func `folders are learned and new mail is filed accordingly`() throws {
            var boxes: [String: String] = [:]
            for number in 10..<40 {
                for (folder, words) in [("work", "meeting budget report"), ("home", "garden dinner cat")] {
                    boxes[folder, default: ""] +=
                        "From a@x Fri Mar  1 10:00:\(number) 2024\nMessage-ID: <\(folder)\(number)@x>\nFrom: a@x\n"
                        + "Subject: \(words) \(number)\n\nagain the \(words)\n\n"
                }
            }
            for (folder, text) in boxes { _ = try tool.write(folder + ".mbox", text) }
            #expect(
                try tool.shell("ilk mail import work.mbox home.mbox --no-classify --mail-file b.sqlite")
                    .status == 0)
            let learned = try tool.shell(
                "ilk retrain --from mail --label folder --mail-file b.sqlite -o f.ilk")
            #expect(learned.status == 0, "\(learned.errors)")
            let said = try tool.shell(
                "echo 'the cat in the garden' | ilk classify --model f.ilk --format ndjson")
            #expect(said.output.contains("home"), "\(said.output)\(said.errors)")
            // The verdict is explained with the archived model even after its file is deleted. Without the
            // archive this fails.
            let taken = try tool.shell("ilk mail import home.mbox --model f.ilk --mail-file c.sqlite")
            #expect(taken.status == 0, "\(taken.errors)")
            let explain = "ilk mail explain -1 --mail-file c.sqlite"
            let then = try tool.shell("\(explain) --model f.ilk && rm f.ilk")
            #expect(then.status == 0 && then.output.hasPrefix("home"), "\(then.output)\(then.errors)")
            let later = try tool.shell(explain)
            #expect(later.output == then.output && later.errors.isEmpty, "\(later.output)\(later.errors)")
            #expect(try tool.shell("rm -r \"$XDG_DATA_HOME/ilk/archive\" && \(explain)").status == 66)
        }

        /// Writes two folders of four messages each.
        private func writeFolders() throws {
            for folder in ["work", "home"] {
                var box = ""
                for number in 1...4 {
                    box += "From a@x.org Fri Mar  1 10:00:0\(number) 2024\nFrom: a@x.org\n"
                    box +=
                        "Message-ID: <\(folder)\(number)@x>\nSubject: about \(folder)\n\n\(folder) zanzibarite \(number)\n\n"
                }
                _ = try tool.write(folder + ".mbox", box)
            }
        }

        @Test
        func `mail is unlearned after an interrupted purge even if the next one finds nothing`()
            async throws
        {
            try writeFolders()
            let made = try tool.shell(
                """
                ilk mail import work.mbox home.mbox --no-classify --mail-file b.sqlite --quiet \
                    && ilk retrain --from mail --label folder --mail-file b.sqlite -o f.ilk --quiet
                """)
            #expect(try tool.names().contains("f.ilk"), "\(made.output)\(made.errors)")
            let service = try DatabaseService.open(.file(tool.path("b.sqlite")))
            await #expect(throws: CancellationError.self) {
                try await service.purge(MailPurge(query: "subject:home")) { _ in throw CancellationError() }
            }
            #expect(try await service.isPurgeUnfinished())
            try service.close()
            let next = try tool.shell("ilk mail purge subject:nothing --yes --mail-file b.sqlite")
            #expect(next.errors.contains("f.ilk, a model that may have been trained"), "\(next.errors)")
            #expect(try !tool.names().contains("f.ilk"))
        }

        @Test func `models trained on purged mail are deleted`() throws {
            try writeFolders()
            let made = try tool.shell(
                """
                ilk mail import work.mbox home.mbox --no-classify --mail-file b.sqlite --quiet \
                    && ilk retrain --from mail --label folder --mail-file b.sqlite -o f.ilk --quiet \
                    && ilk retrain --from mail --label folder --mail-file b.sqlite -o g.ilk --quiet \
                    && ilk model import f.ilk --promote && cp f.ilk mine.ilk && cp mine.ilk g.ilk \
                    && ilk train work.jsonl -o g.ilk --quiet; true
                """)
            #expect(try tool.names().contains("f.ilk"), "\(made.output)\(made.errors)")
            _ = try tool.write("g.ilk", "a file that is not a model")
            #expect(
                try tool.shell("ilk model ls --taxonomy folders").output.contains("*  1.0.0"),
                "\(made.errors)")
            let gone = try tool.shell("ilk mail purge subject:nothing --yes --mail-file b.sqlite")
            let resumed = try tool.shell("ilk mail purge --resume --mail-file b.sqlite")
            #expect(resumed.status == 0 && resumed.errors.contains("Purged 0 messages"), "\(resumed.errors)")
            #expect(try tool.names().contains("f.ilk"), "f.ilk was deleted: \(gone.errors)")
            let purged = try tool.shell("ilk mail purge subject:home --yes --mail-file b.sqlite")
            #expect(
                purged.status == 0 && purged.errors.contains("f.ilk, a model that may have been trained"),
                "\(purged.errors)")
            #expect(try !tool.names().contains("f.ilk") && tool.names().contains("g.ilk"))
            let list = try tool.shell("ilk model ls --taxonomy folders")
            #expect(!list.output.contains("1.0.0") && list.output.contains("*  none"), "\(list.output)")
        }
    }
#endif
