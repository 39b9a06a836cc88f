#if Server
    import Foundation
    import TestSupport
    import Testing

    /// The sockets of a server, and its messages to a service manager.
    @Suite("sockets of a server") struct ListeningTests {
        private let tool: Tool

        init() throws { tool = try Tool() }

        private func path(_ name: String) -> String { tool.folder.appending(path: name).path }

        private func get(_ target: String, _ socket: String) throws -> Tool.Outcome {
            try tool.run("serve", "--get", target, "--uds", socket)
        }

        @Test func `a server on a Unix socket answers scripts, and reports its state to the manager`() throws
        {
            let manager = try UnixSocket(path("n.sock"), SOCK_DGRAM)
            let server = try InteractiveRun(
                tool, ["serve", "--uds", "s.sock", "--open", "--no-debug"], isHeard: false,
                variables: ["NOTIFY_SOCKET": path("n.sock"), "WATCHDOG_USEC": "200000"])
            #expect(manager.receive() == "READY=1")
            #expect(manager.receive() == "WATCHDOG=1")
            let modes = try FileManager.default.attributesOfItem(atPath: path("s.sock"))[.posixPermissions]
            #expect(modes as? Int == 0o600)
            let live = try get("/livez", "s.sock")
            #expect(live.status == 0 && live.output == #"{"status":"ok"}"#, "\(live.errors)")
            for (target, status) in [("/nothing", 66), ("/v1/log", 77), ("/livez?x=1", 64)]
                as [(String, Int32)]
            {
                let refused = try get(target, "s.sock")
                #expect(refused.status == status && refused.output.contains("/problems/"), "\(target)")
            }
            let token = try tool.run("token", "create", "t", "--scope", "read", "--quiet").output
            let list = try tool.shell(
                "ILK_HUB_TOKEN=\(token.dropLast()) ilk serve --get /v1/log --uds s.sock")
            #expect(list.status == 0 && list.output.contains("items"), "\(list.errors)")
            let second = try tool.run("serve", "--uds", "s.sock", "--no-debug")
            #expect(second.status == 69 && second.errors.contains("another server listens on the socket"))
            // The system keeps ten messages at most, and the server does not wait for the manager.
            manager.drain()
            server.signal(SIGTERM)
            var state = manager.receive()
            while state == "WATCHDOG=1" { state = manager.receive() }
            #expect(state == "STOPPING=1")
            #expect(try server.end().status == 0)
            #expect(!FileManager.default.fileExists(atPath: path("s.sock")))
            #expect(try get("/livez", "s.sock").status == 69)
            try tool.write("file", "")
            #expect(try tool.run("serve", "--uds", "file", "--no-debug").status == 69)
        }

        @Test func `a server accepts the connections of the socket that it inherits`() throws {
            let socket = try UnixSocket(path("a.sock"), SOCK_STREAM)
            let command = "export LISTEN_FDS=1 LISTEN_PID=$$; exec ilk serve --open --no-debug 2> log"
            let process = try spawn(command, inheriting: socket.descriptor)
            // The system keeps the connection until the server accepts it.
            for _ in 0..<3 {
                let live = try get("/livez", "a.sock")
                #expect(live.status == 0 && live.output == #"{"status":"ok"}"#, "\(live.errors)")
            }
            kill(process, SIGTERM)
            var status: Int32 = 0
            let isEnded = waitpid(process, &status, 0) == process
            let log = try String(contentsOfFile: path("log"), encoding: .utf8)
            #expect(isEnded && status == 0, "\(log)")
            #expect(FileManager.default.fileExists(atPath: path("a.sock")))
            let none = try tool.shell(
                "LISTEN_FDS=1 LISTEN_PID=$$; export LISTEN_FDS LISTEN_PID; exec ilk serve")
            #expect(none.status == 78 && none.errors.contains("not a listening stream socket"))
        }

        @Test(
            arguments: [
                (["--cors-origin", "example.org"], "expected http://HOST"),
                (["--cors-origin", "https://example.org/"], "expected http://HOST"),
                (["--rate-limit", "0"], "at least 1"), (["--get", "readyz"], "a path such as /readyz"),
                (["--get", "/a b"], "a path such as /readyz"), (["--uds", "@name"], "a path of at most 107"),
            ] as [([String], String)])
        func `an invalid option is refused before the server starts`(options: [String], reason: String) throws
        {
            let refused = try tool.run(list: ["serve"] + options)
            #expect(refused.status == 64 && refused.errors.contains(reason), "\(refused.errors)")
        }

        /// Starts a shell command in the tool's folder with a descriptor as descriptor 3.
        private func spawn(_ command: String, inheriting descriptor: Int32) throws -> pid_t {
            var actions = posix_spawn_file_actions_t()
            posix_spawn_file_actions_init(&actions)
            defer { posix_spawn_file_actions_destroy(&actions) }
            posix_spawn_file_actions_adddup2(&actions, descriptor, 3)
            let script = "cd '\(tool.folder.path)'; " + command
            var arguments = Self.copies(["/bin/sh", "-c", script])
            var variables = Self.copies(tool.environment.map { "\($0)=\($1)" })
            defer { for text in arguments + variables { free(text) } }
            var process: pid_t = 0
            let failure = posix_spawn(&process, "/bin/sh", &actions, nil, &arguments, &variables)
            try #require(failure == 0)
            return process
        }

        /// Returns C strings, and NULL at the end.
        private static func copies(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
            texts.map { strdup($0) } + [nil]
        }
    }

    /// A Unix socket of a test at a path.
    private final class UnixSocket {
        let descriptor: Int32

        init(_ path: String, _ type: __socket_type) throws {
            descriptor = socket(AF_UNIX, Int32(type.rawValue), 0)
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) {
                $0.copyBytes(from: path.utf8.prefix($0.count - 1))
            }
            let outcome = withUnsafePointer(to: address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
            try #require(outcome == 0)
            if type == SOCK_STREAM { try #require(listen(descriptor, 16) == 0) }
            var patience = timeval(tv_sec: 60, tv_usec: 0)
            setsockopt(
                descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        }

        deinit { close(descriptor) }

        /// Discards the datagrams that have arrived.
        func drain() {
            var byte: UInt8 = 0
            while recv(descriptor, &byte, 1, Int32(MSG_DONTWAIT)) >= 0 {}
        }

        /// Waits for a datagram.
        func receive() -> String {
            var bytes = [UInt8](repeating: 0, count: 200)
            let count = recv(descriptor, &bytes, bytes.count, 0)
            return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
        }
    }
#endif
