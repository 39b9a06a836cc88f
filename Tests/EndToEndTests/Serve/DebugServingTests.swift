#if Server && Network && DEBUG
    import DebugTestSupport
    import Foundation
    import IlkDebug
    import IlkDebugStore
    import IlkStore
    import IlkTransport
    import IlkVocabulary
    import StoreTestSupport
    import TestSupport
    import Testing

    @Suite("debug events of a running server") struct DebugServingTests {
        /// `ilk serve` as a separate process in an isolated user environment.
        private final class Machine {
            let tool: Tool
            let server: InteractiveRun
            let address: String
            let token: String

            init(_ tool: Tool, _ arguments: String...) throws {
                self.tool = tool
                let made = try tool.run("token", "create", UUID().uuidString, "--scope", "debug")
                token = made.output.trimmingCharacters(in: .whitespacesAndNewlines)
                server = try InteractiveRun(
                    tool, ["serve", "--listen", "127.0.0.1:0"] + arguments, isHeard: false)
                // There may be other messages before the address.
                var line = server.hearComplaint()
                while !line.isEmpty, !line.contains("http://") { line = server.hearComplaint() }
                let start = try #require(line.range(of: "http://"), "\(line)")
                address = String(line[start.lowerBound...].prefix { $0 != ";" })
            }

            var log: String { tool.log.replacing("log.sqlite", with: "debug.sqlite") }

            func end() throws {
                server.signal(SIGTERM)
                let outcome = try server.end()
                #expect(outcome.status == 0, "\(outcome.errors)")
            }

            func carrier() throws -> TokenCarrier {
                TokenCarrier(WebDebugCarrier(to: try #require(WebAddress(address))), token: token)
            }

            func post(
                _ file: String, to path: String = "/debug/logs", _ headers: String...
            ) async throws -> WebReply {
                var all = [("Authorization", "Bearer \(token)"), ("Content-Type", "application/json")]
                for header in headers {
                    let parts = header.split(separator: ":", maxSplits: 1).map(String.init)
                    all.append((parts[0], parts[1]))
                }
                return try await CurlClient().send(
                    WebRequest(
                        .post, address + path, headers: all.map { (name: $0.0, value: $0.1) },
                        body: Array(try tool.bytes(file))))
            }
        }

        @Test func `with half of all calls failing each event is stored once and in order`() async throws {
            let machine = try Machine(Tool())
            let store = try DebugLogStore.open(.file(machine.log), access: .readOnly)
            let outcome = try await DebugLoss.run(2000, seed: 7, over: try machine.carrier(), store: store)
            #expect(outcome.isInOrder && outcome.stored == 2000 && outcome.counts.acknowledged == 2000)
            #expect(outcome.failed > outcome.calls / 4)
            try store.close()
            try machine.end()
            #expect(try machine.tool.run("debug", "export", "--format", "ndjson").lines.count == 2000)
        }

        @Test func `debug tail shows events as they arrive and search finds them at once`() async throws {
            let machine = try Machine(Tool())
            let tail = try InteractiveRun(machine.tool, ["debug", "tail", "--level", "warn"])
            let logger = DebugLogger(shipper: DebugLogShipper(over: try machine.carrier()))
            logger.log(event: "QUIET", level: .debug)
            try await eventually("the first event is stored") {
                await logger.flush()
                logger.log(event: "BROKEN", level: .error, payload: ["status": 503])
                return await logger.flush() == .reached
            }
            #expect(tail.hear().contains("BROKEN"))
            tail.signal(SIGINT)
            _ = try tail.end()
            #expect(try machine.tool.run("debug", "search", "payload.status>=500").output.contains("BROKEN"))
            await logger.close()
            try machine.end()
        }

        @Test func `records purged before a server could unlearn them are unlearned by the next server`()
            async throws
        {
            let tool = try Tool()
            let texts = [
                (level: "debug", text: "cache lookup miss"), (level: "error", text: "could not write"),
            ]
            try tool.write(
                "labeled.ndjson", DebugTests.labeled(texts, endings: (10..<30).map(String.init)))
            #expect(try tool.run("debug", "import", "labeled.ndjson").status == 0)
            let learned = try tool.run("retrain", "--from", "debug", "--format", "json")
            #expect(learned.output.contains(#""version""#), "\(learned.errors)")
            let versions = { try tool.run("model", "ls", "--taxonomy", "severity").output }
            #expect(try versions().contains("1.1.1"))
            // Simulates a server that is killed after the purge.
            let store = try DebugLogStore.open(.file(tool.log.replacing("log.sqlite", with: "debug.sqlite")))
            try await store.purge(DebugPurge())
            try store.close()
            let machine = try Machine(tool)
            try await eventually("the version is deleted") { try !versions().contains("1.1.1") }
            try machine.end()
        }

        @Test func `an oversized body is rejected, compressed or not, and the server continues`() async throws
        {
            let machine = try Machine(Tool())
            let tool = machine.tool
            try tool.shell("head -c 10000000 /dev/zero > large; head -c 100000000 /dev/zero | gzip > bomb")
            try tool.write("none", "{}")
            try tool.shell("printf '[]' | gzip > packed; head -c 10 packed > cut")
            #expect(try await machine.post("large").status == 413)
            #expect(try await machine.post("bomb", "Content-Encoding:gzip").status == 413)
            #expect(try await machine.post("cut", "Content-Encoding:gzip").status == 400)
            #expect(try await machine.post("none").status == 400)
            #expect(try await machine.post("packed", "Content-Encoding:gzip").status == 200)
            #expect(try await machine.post("packed", "Content-Encoding:br").status == 415)
            // The body was never decompressed completely.
            #expect(try machine.server.peakMemory() < 400 << 10)
            try machine.end()
        }

        @Test func `an export for OpenTelemetry is accepted by the server`() async throws {
            let machine = try Machine(Tool())
            let tool = machine.tool
            let entries = (0..<50).map { DebugSamples.entry($0) }
            let batch = DebugBatch.json(entries, id: DebugSamples.id(1))
            try tool.write("batch", String(decoding: batch, as: UTF8.self))
            #expect(try await machine.post("batch").status == 200)
            let out = try tool.run("debug", "export", "--format", "otlp", "--output", "otlp.ndjson")
            #expect(out.status == 0, "\(out.errors)")
            let other = try Machine(Tool())
            try other.tool.write("otlp", String(decoding: try tool.bytes("otlp.ndjson"), as: UTF8.self))
            let reply = try await other.post("otlp", to: "/v1/logs")
            #expect(reply.status == 200 && reply.body == Array("{}".utf8))
            for one in [machine, other] { try one.end() }
            #expect(
                try other.tool.run("debug", "export", "--format", "csv").data
                    .split(separator: 0x0A).count
                    == (try tool.run("debug", "export", "--format", "csv").data.split(separator: 0x0A).count))
        }

        @Test func `an event gets a suggested level and expired events are deleted`() async throws {
            let tool = try Tool()
            let machine = try Machine(tool)
            try tool.write(
                "batch",
                #"[{"id":"6F9619FF-8B86-D011-B42D-00CF4FC96401","timestamp":"2026-11-22T09:30:00Z","source":"backend","event":"DB_ERROR","payload":{"message":"fatal error: connection failed"}}]"#
            )
            #expect(try await machine.post("batch").status == 200)
            #expect(try tool.run("debug", "show", "4FC96401").output.contains("error?"))
            try machine.end()
            #expect(try tool.run("debug", "retention", "--keep", "0").status == 0)
            let again = try Machine(tool)
            try await eventually("the event is deleted") { try tool.run("debug", "search").status == 1 }
            try again.end()
        }

        @Test func `a running server erases expired calls and usage`() async throws {
            let tool = try Tool()
            try tool.shell(
                """
                ilk calls add Ben old --at 40d -q; ilk calls add Ben new -q; ilk calls retention --older-than 30d -q
                ilk usage tap old --at 40d -q; ilk usage tap new -q; ilk usage retention --older-than 30d -q
                """)
            let machine = try Machine(tool)
            try await eventually("the old call and the old tap are deleted") {
                try tool.run("calls", "ls", "--format", "ndjson").lines.count == 1
                    && tool.run("usage", "ls", "--format", "ndjson").lines.count == 1
            }
            #expect(try tool.run("calls", "ls").output.contains("new"))
            #expect(try tool.run("usage", "ls").output.contains("new"))
            try machine.end()
            // A store that does not exist is not created.
            let empty = try Tool()
            try Machine(empty).end()
            #expect(
                !FileManager.default.fileExists(
                    atPath: empty.log.replacing("log.sqlite", with: "calls.sqlite")))
        }

        @Test func `a server accepts no events with --no-debug`() async throws {
            let tool = try Tool()
            let machine = try Machine(tool, "--no-debug")
            try tool.write("batch", "[]")
            #expect(try await machine.post("batch").status == 404)
            try machine.end()
            #expect(try tool.run("debug", "search").status == 66)
            #expect(try tool.run("serve", "--no-debug", "--debug-file", "x").status == 64)
        }
    }
#endif
