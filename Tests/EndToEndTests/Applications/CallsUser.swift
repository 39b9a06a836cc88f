import Foundation
import TestSupport
import Testing

/// A user with an isolated environment who logs calls.
struct CallsUser {
    /// A call in the program's JSON output.
    struct Call: Decodable {
        struct Suggestion: Decodable {
            var emotion: String
            var evidence: [String]
        }

        var contact: String
        var calledAt: String
        var duration: Int
        var emotionalState: String?
        var emoji: String?
        var notes: String?
        var tags: [String]?
        var suggestion: Suggestion?
    }

    let tool: Tool

    init() throws { tool = try Tool() }

    /// The path of the call store.
    var file: String { tool.log.replacing("log.sqlite", with: "calls.sqlite") }

    /// Runs a calls command and checks its exit status.
    @discardableResult
    func run(_ line: String, _ status: Int32 = 0) throws -> (output: String, errors: String) {
        let run = try tool.shell("ilk calls \(line)")
        #expect(run.status == status, "\(line): \(run.errors)")
        return (run.output, run.errors)
    }

    /// Returns the calls, newest first.
    func calls(_ options: String = "") throws -> [Call] {
        try JSONDecoder().decode([Call].self, from: Data(run("ls --format json \(options)").output.utf8))
    }
}

/// Tests of the calls commands.
protocol CallsUsing {
    var user: CallsUser { get }
}

extension CallsUsing {
    var tool: Tool { user.tool }

    @discardableResult
    func run(_ line: String, _ status: Int32 = 0) throws -> (output: String, errors: String) {
        try user.run(line, status)
    }

    func calls(_ options: String = "") throws -> [CallsUser.Call] { try user.calls(options) }
}
