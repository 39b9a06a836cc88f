import IlkConsole
import Foundation
import IlkCalls
import IlkStore
import IlkVocabulary

/// Shows calls: as lines, or for programs.
struct CallListing {
    /// The calls as their commands have them.
    let book: CallBook
    /// How they are shown.
    let format: OutputFormat
    /// What was looked for.
    var query: WordQuery?

    /// Shows them.
    func show(_ calls: [CallLogEntity]) async throws {
        let names = try await book.storage.contactNames()
        switch format {
        case .text: book.console.output.append(CallTable(book: book, names: names, query: query).text(calls))
        case .json: try book.console.write(json: try await outputs(calls, names))
        case .ndjson:
            for output in try await outputs(calls, names) {
                try book.console.write(json: output, isPretty: false)
            }
        }
    }

    private func outputs(_ calls: [CallLogEntity], _ names: [Int32: String]) async throws -> [CallOutput] {
        let tags = try await book.storage.tags(of: calls.map(\.key))
        return calls.map { call in
            var output = CallOutput(call, contact: names[call.contactId] ?? "")
            output.tags = tags[call.key].flatMap { $0.isEmpty ? nil : $0 }
            return output
        }
    }
}
