#if Server && Network
    import Foundation
    import TestSupport
    import Testing

    @Suite("the memory of a running server") struct ServingMemoryTests {
        @Test func `incomplete bodies use no more than their budget`() async throws {
            let tool = try Tool()
            let made = try tool.run("token", "create", "device", "--scope", "sync")
            let token = made.output.trimmingCharacters(in: .whitespacesAndNewlines)
            let server = try InteractiveRun(
                tool, ["serve", "--listen", "127.0.0.1:0", "--no-debug"], isHeard: false)
            var line = server.hearComplaint()
            while !line.isEmpty, !line.contains("http://") { line = server.hearComplaint() }
            let number = line.prefix { $0 != ";" }.split(separator: ":").last.flatMap { Int($0) }
            let port = try #require(number, "\(line)")
            let before = try server.peakMemory()
            let request =
                "POST /v1/sync HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(token)\r\n"
                + "Content-Type: application/vnd.ilk.sync\r\nContent-Length: 8000000\r\n\r\n"
            let bytes = Array(request.utf8) + [UInt8](repeating: 0x78, count: 7_900_000)
            // 190 MB in total, as fast as the server reads.
            let answers = try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<24 {
                    let client = try #require(RawClient(port: port))
                    group.addTask {
                        try await BlockingWork.run {
                            client.send(bytes)
                            return String(client.receive(forMilliseconds: 5000).text.prefix(12))
                        }
                    }
                }
                return try await group.reduce(into: [String]()) { $0.append($1) }
            }
            let growth = try server.peakMemory() - before
            // 64 MiB of bodies, and the same amount for buffers.
            #expect(growth < 128 << 10, "\(growth) KiB")
            #expect(answers.contains("HTTP/1.1 503"), "\(answers)")
            server.signal(SIGTERM)
            #expect(try server.end().status == 0)
        }
    }
#endif
