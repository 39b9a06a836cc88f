import Foundation
import TestSupport
import Testing

@testable import IlkCommand
@testable import IlkConsole

@Suite("tokens") struct TokenTests {
    private struct Listed: Decodable {
        var name: String
        var scopes: [String]
        var expires: String?
        var isExpired: Bool
    }

    private let tool: Tool

    init() throws { tool = try Tool() }

    private func list() async throws -> [Listed] {
        try JSONDecoder().decode(
            [Listed].self, from: try await tool.run("token", "ls", "--format", "json").data)
    }

    @Test func `a token can expire after a time or at a date and the list shows it`() async throws {
        let begin = Date.now
        for (name, expires) in [("hours", "12h"), ("days", "30d"), ("date", "2099-12-31")] {
            let run = try await tool.run("token", "create", name, "--scope", "metrics", "--expires", expires)
            #expect(run.status == 0 && run.output.hasPrefix("ilk_"), "\(run.errors)")
        }
        #expect(try await tool.run("token", "create", "always", "--scope", "sync").status == 0)
        #expect(try await tool.run("token", "create", "old", "--scope", "sync", "--days", "1").status == 0)
        // Other tests can delay a command for minutes.
        let creation = begin.addingTimeInterval(-1)...Date.now.addingTimeInterval(1)
        let listed = try await list()
        func creationTime(_ name: String, validity seconds: Double) throws -> Date {
            let text = try #require(listed.first { $0.name == name }?.expires)
            return try Date(
                text,
                strategy: .iso8601.year().month().day()
                    .time(includingFractionalSeconds: text.contains("."))
            ).addingTimeInterval(-seconds)
        }
        #expect(creation.contains(try creationTime("hours", validity: 43_200)))
        #expect(creation.contains(try creationTime("days", validity: 30 * 86_400)))
        #expect(creation.contains(try creationTime("old", validity: 86_400)))
        #expect(listed.first { $0.name == "date" }?.expires?.hasPrefix("2099-12-31T00:00:00") == true)
        #expect(listed.first { $0.name == "always" }?.expires == nil)
        #expect(
            listed.allSatisfy { !$0.isExpired } && listed.first { $0.name == "days" }?.scopes == ["metrics"])
        #expect(
            try await tool.run("token", "ls").output.contains("date  metrics; never used, until 2099-12-31"))
    }

    @Test(arguments: ["0d", "2001-01-01", "200y", "soon", "-1d"])
    func `an expiry that is past, too far or invalid is rejected`(expires: String) async throws {
        let run = try await tool.run("token", "create", "a", "--scope", "sync", "--expires=\(expires)")
        #expect(run.status == 64 && run.output.isEmpty, "\(run.errors)")
    }

    @Test(arguments: ["a/b", "/", ".", "..", " ", "a\nb", "a\u{85}"])
    func `a name that the API could not revoke is rejected`(name: String) async throws {
        let run = try await tool.run("token", "create", name, "--scope", "sync")
        #expect(run.status == 64 && run.errors.contains("<name>"), "\(run.errors)")
        #expect(try await list().isEmpty)
    }

    #if Server
        @Test func `serve warns if it listens on a public address without TLS`() async throws {
            // An address that is not assigned to any machine, so no port is opened.
            let place = ["--listen", "192.0.2.1:0", "--no-debug"]
            let plain = try await tool.run("serve", place[0], place[1], place[2])
            #expect(
                plain.status == 69
                    && plain.errors.contains("warning: listening beyond this machine without TLS"))
            let behind = try await tool.run("serve", place[0], place[1], place[2], "--tls-proxy")
            #expect(behind.status == 69 && !behind.errors.contains("warning"))
        }
    #endif
}
