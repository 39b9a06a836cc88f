#if Network
    import Foundation
    import TestSupport
    import Testing

    /// Sync of calls with Monica through the real program and loopback connections.
    @Suite("calls sync") struct CallsSyncTests {
        private let user: CallsUser
        private let monica = FakeMonica()
        private let server: LoopbackServer
        private let variables = "ILK_MONICA_TOKEN_FILE=token"

        init() throws {
            user = try CallsUser()
            let monica = monica
            server = try LoopbackServer { monica.answer($0, at: Date().timeIntervalSince1970) }
            monica.setLimit(nil)
            monica.addContact("Sarah")
            try user.tool.write("token", "secret\n")
            #expect(try user.tool.shell("chmod 600 token").status == 0)
        }

        private func sync(_ options: String = "", _ status: Int32 = 0) throws -> (
            output: String, errors: String
        ) {
            let run = try user.tool.shell(
                "\(variables) ilk calls sync --server \(server.address) \(options)")
            #expect(run.status == status, "\(options): \(run.output)\(run.errors)")
            return (run.output, run.errors)
        }

        @Test func `pending calls are sent and new calls are received`() throws {
            try user.run("add Sarah 20m happy 'about Rome'")
            #expect(try sync().output == "1 sent\n")
            #expect(monica.records(isCall: true).map(\.contacts) == [[100]])
            monica.addRecord(
                isCall: true, contact: 100, text: "they called", at: Int(Date().timeIntervalSince1970))
            #expect(try sync().output == "1 received\n")
            #expect(Set(try user.calls().map(\.notes)) == ["about Rome", "they called"])
            #expect(try user.run("ls").output.contains("✓"))
            // The address is stored now.
            let again = try user.tool.shell("\(variables) ilk calls sync")
            #expect(again.status == 0 && again.output == "nothing new\n")
            let json = try sync("--format json").output
            #expect(
                json.contains("\"ending\" : \"inSync\"") && json.contains("\"schema\" : \"ilk.call.sync/1\""))
        }

        #if Server
            @Test func `a server syncs the calls by schedule`() async throws {
                let missing = try user.tool.shell("ilk serve --schedule calls=1h --listen 127.0.0.1:0")
                #expect(missing.status == 64 && missing.errors.contains("ILK_MONICA_URL"))
                try user.run("add Sarah 20m happy 'about Rome'")
                let serving = try InteractiveRun(
                    user.tool,
                    ["serve", "--listen", "127.0.0.1:0", "--open", "--no-debug", "--schedule", "calls=1h"],
                    isHeard: false,
                    variables: ["ILK_MONICA_TOKEN_FILE": "token", "ILK_MONICA_URL": server.address])
                for _ in 0..<100 where try !user.run("ls").output.contains("✓") {
                    try await Task.sleep(for: .milliseconds(100))
                }
                #expect(try user.run("ls").output.contains("✓"))
                #expect(monica.records(isCall: true).map(\.contacts) == [[100]])
                serving.signal(SIGTERM)
                #expect(try serving.end().status == 0)
            }
        #endif

        @Test func `a hundred calls are sent in one run and none twice`() throws {
            let lines = (0..<100).map {
                "{\"contact\":\"Sarah\",\"calledAt\":\"2026-01-02T03:04:05Z\",\"notes\":\"n\($0)\"}"
            }
            try user.tool.write("calls.jsonl", lines.joined(separator: "\n"))
            try user.run("import calls.jsonl")
            #expect(try sync().output == "100 sent\n")
            #expect(Set(monica.records(isCall: true).map(\.text)).count == 100)
            #expect(monica.records(isCall: true).count == 100)
            #expect(monica.visits.count(where: { $0.method == "POST" }) == 100)
        }

        @Test func `calls that cannot be sent are reported with a hint`() throws {
            try user.run("add Zoe 'not a contact there'")
            try user.run("add Sarah 'refused'")
            monica.plan(.permanentError, "POST")
            let first = try sync("", 2)
            #expect(first.output == "1 refused\n")
            #expect(first.errors.contains("does not have: Zoe") && first.errors.contains("ilk calls queue"))
            #expect(try user.run("queue").output.contains("Invalid query"))
            let unasked = try user.tool.shell("ilk calls queue --clear-failed")
            #expect(unasked.status == 64 && unasked.errors.contains("use --yes"), "\(unasked)")
            #expect(try user.run("queue --clear-failed --dry-run").output.contains("Would "))
            try user.run("retry")
            #expect(try sync("", 2).output == "1 sent\n")
            monica.revoke(after: 0)
            let frozen = try sync("", 77)
            #expect(frozen.errors.contains("does not accept the token") && !frozen.errors.contains("secret"))
            server.stop()
        }

        @Test func `mistakes are reported before anything is sent`() throws {
            try user.run("add Sarah")
            func told(_ line: String, _ status: Int32, _ words: String) throws {
                let run = try user.tool.shell(line)
                #expect(
                    run.status == status && run.errors.contains(words), "\(line): \(run.status) \(run.errors)"
                )
            }
            try told("ilk calls sync", 64, "the address of Monica is missing")
            try told("ilk calls sync --server monica", 64, "the address of Monica is not valid")
            try told("ilk calls sync --server http://monica.example", 64, "is not encrypted")
            try told("ilk calls sync --server \(server.address)", 64, "the token is missing")
            try told("ilk calls sync --server \(server.address) --token-file none", 66, "cannot read")
            try user.tool.write("empty", "\n")
            try told(
                "ilk calls sync --server \(server.address) --token-file empty", 78, "the token is not valid")
            try told(
                "\(variables) ilk calls sync --server \(server.address)/elsewhere", 69,
                "is not a Monica server")
            #expect(monica.visits.allSatisfy { $0.path.hasPrefix("/elsewhere") })
            #expect(try user.tool.shell("chmod 644 token").status == 0)
            #expect(try sync().errors.contains("chmod 600"))
            try told("\(variables) ilk calls sync --as activities", 78, "synced as calls")
            #expect(try sync("--as activities --reset", 64).errors.contains("use --yes"))
            #expect(try sync("--as activities --reset --dry-run").output.contains("Would "))
            try told("\(variables) ilk calls sync --as activities", 78, "synced as calls")
            #expect(try sync("--as activities --reset --yes").output.contains("1 sent"))
        }

        @Test func `conflicts are shown and resolved and the choice is sent`() throws {
            try user.run("add Sarah 'as sent'")
            _ = try sync()
            let id = try #require(monica.records(isCall: true).first).id
            monica.edit(isCall: true, id, at: Int(Date().timeIntervalSince1970) + 60) {
                $0.replacing("as sent", with: "theirs")
            }
            try user.run("edit -1 --notes mine")
            let told = try sync()
            #expect(told.output.contains("1 conflict") && told.errors.contains("ilk calls conflicts"))
            let shown = try user.run("conflicts").output
            #expect(shown.contains("mine") && shown.contains("theirs") && shown.contains("winner: server"))
            try user.run("resolve -1 --keep local")
            #expect(try sync().output == "1 sent\n")
            #expect(try #require(monica.records(isCall: true).first).text.hasPrefix("mine\n"))
        }
    }
#endif
