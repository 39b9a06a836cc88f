#if CloudKit
    import Foundation
    import TestSupport
    import Testing

    /// `ilk usage sync --cloudkit` with a local fake of CloudKit.
    @Suite("ilk usage sync --cloudkit") struct CloudKitSyncTests {
        private let tool: Tool
        private let standIn: FakeCloudKit
        private let server: LoopbackServer

        init() throws {
            tool = try Tool()
            let standIn = FakeCloudKit()
            self.standIn = standIn
            server = try LoopbackServer(for: .seconds(900)) {
                standIn.answer($0, at: Date.now.timeIntervalSince1970)
            }
            let token = try tool.write("api.token", standIn.apiToken + "\n")
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: token)
        }

        /// Runs an `ilk usage` command on a device.
        @discardableResult
        private func on(_ device: String, _ line: String, _ status: Int32 = 0) throws -> Tool.Outcome {
            let run = try tool.shell(
                "ILK_CLOUDKIT_URL=\(server.address) ILK_CLOUDKIT_TOKEN_FILE=api.token "
                    + "ilk usage \(line) --usage-file \(device).sqlite")
            #expect(run.status == status, "\(device), \(line): \(run.status) \(run.output)\(run.errors)")
            return run
        }

        /// Signs a device in as a browser would, and syncs it.
        @discardableResult
        private func join(_ device: String, as user: String = "_user") throws -> Tool.Outcome {
            var allowed = CharacterSet.alphanumerics
            allowed.insert(charactersIn: "-_")
            let token = standIn.signIn(as: user).addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
            try tool.write("\(device).signed-in", "https://example.org/back?ckWebAuthToken=\(token)&x=1\n")
            return try on(
                device, "sync --cloudkit \(FakeCloudKit.container) --signed-in \(device).signed-in")
        }

        @Test func `two devices of a user have the same records after syncing through a container`() throws {
            try on("home", "tap I want cookie")
            let first = try on("home", "sync --cloudkit \(FakeCloudKit.container)", 77)
            #expect(first.errors.contains("sign in at https://idmsa.example/signin"), "\(first.errors)")
            #expect(try join("home").output == "4 sent\n")
            // The container and the user are stored now, and the token of each response is kept for the next
            // request.
            #expect(try on("home", "sync").output == "nothing new\n")
            #expect(try on("home", "sync --status").output.contains(FakeCloudKit.container))
            try on("phone", "tap hello")
            try on("phone", "devices --rename phone")
            #expect(try join("phone").output == "2 sent, 4 received\n")
            try on("home", "purge --symbol cookie --yes")
            #expect(try on("home", "sync").output == "1 sent, 2 received\n")
            #expect(try on("phone", "sync").output == "1 received\n")
            #expect(try !on("phone", "ls --type tap").output.contains("cookie"))
            let plain = try ["home", "phone"].map { device in
                try on(device, "export --output \(device).jsonl")
                return try tool.shell(
                    "sed 's/,\"received_at\":\"[^\"]*\"//; /sha256/d' \(device).jsonl | sort"
                ).output
            }
            #expect(plain[0] == plain[1] && plain[0].contains("hello"))
        }

        @Test func `sync errors are retried or reported and nothing is lost or sent twice`() throws {
            try on("home", "tap want")
            try join("home")
            try on("home", "tap more")
            // A temporary error is retried in this run or the next one.
            standIn.plan(.error("TRY_AGAIN_LATER", status: 503, retryAfter: 0), at: "records/modify")
            var sent: Tool.Outcome
            repeat {
                sent = try tool.shell(
                    "ILK_CLOUDKIT_URL=\(server.address) ILK_CLOUDKIT_TOKEN_FILE=api.token "
                        + "ilk usage sync --usage-file home.sqlite")
                try #require([0, 69, 75].contains(sent.status), "\(sent.status) \(sent.errors)")
            } while sent.status != 0
            // A lost response also loses the next token and thus the sign-in, but not the written records.
            try on("home", "tap again")
            standIn.plan(.dropAfter, at: "records/modify")
            let lost = try on("home", "sync", 77)
            #expect(lost.errors.contains("sign in at"), "\(lost.errors)")
            try join("home")
            try join("phone")
            #expect(try on("phone", "ls --type tap --format ndjson").lines.count == 3)
            standIn.plan(.signOut)
            try on("home", "tap cookie")
            let out = try on("home", "sync", 77)
            #expect(out.errors.contains("sign in at"), "\(out.errors)")
            #expect(try join("home").output.hasPrefix("1 sent"))
            try join("phone")
            #expect(try on("phone", "ls --type tap --format ndjson").lines.count == 4)
        }
    }
#else
    import TestSupport
    import Testing

    /// `ilk usage sync --cloudkit` in a build without the trait `CloudKit`.
    @Suite("ilk usage sync --cloudkit") struct CloudKitSyncTests {
        @Test func `a build without CloudKit explains how to get it and creates no replica`() throws {
            let tool = try Tool()
            let run = try tool.shell("ilk usage sync --cloudkit iCloud.org.example --usage-file home.sqlite")
            #expect(run.status == 69)
            #expect(run.errors.contains("this build has no CloudKit"), "\(run.errors)")
            #expect(run.errors.contains("TRAITS=default,CloudKit"), "\(run.errors)")
            #expect(try !tool.shell("ls").output.contains("home.sqlite.sync"))
        }
    }
#endif
