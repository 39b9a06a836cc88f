import Foundation
import TestSupport
import Testing

/// The taxonomy `tags`, trained once for the tests of a suite and imported by each.
struct TrainedTaxonomy: Sendable {
    private let lines: String
    private let export: Task<Data, any Error>

    /// Trains the taxonomy.
    ///
    /// - Parameter lines: The labeled texts.
    init(_ lines: String) {
        self.lines = lines
        export = Task {
            let tool = try Tool()
            try tool.write("tags.jsonl", lines)
            for line in ["train tags.jsonl --name tags", "taxonomy export tags -o tags.export"] {
                let run = try await tool.line("ilk \(line)")
                #expect(run.status == 0, "\(line): \(run.errors)")
            }
            return try tool.bytes("tags.export")
        }
    }

    /// Imports the taxonomy, and writes its texts to `tags.jsonl`.
    func install(in tool: Tool) async throws {
        try tool.write("tags.jsonl", lines)
        try await export.value.write(to: URL(filePath: tool.path("tags.export")))
        let run = try await tool.line("ilk taxonomy import tags.export")
        #expect(run.status == 0, "\(run.errors)")
    }
}
