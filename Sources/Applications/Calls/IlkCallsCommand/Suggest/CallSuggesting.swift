import IlkConsole
import IlkRules
import Ilk
import IlkCalls
import IlkStore

/// Suggests emotions and shows them: a line each, with what spoke loudest.
struct CallSuggesting {
    /// The calls as their commands have them.
    let book: CallBook

    /// Suggests.
    ///
    /// - Returns: For how many calls something could be said.
    func run(_ references: [RecordReference]) async throws -> Int {
        let annotation = CallAnnotation(storage: book.storage, folders: book.console.folders)
        var calls: [CallLogEntity] = []
        for reference in references { calls.append(try await book.storage.fetchCallLog(reference)) }
        let suggestions = try await annotation.suggest(calls)
        let names = try await book.storage.contactNames()
        var table = Table([
            .init("id", tone: .faint), .init("contact", minWidth: 6, tone: .strong), .init("suggested"),
            .init("because", minWidth: 8),
        ])
        for call in calls {
            guard let suggestion = suggestions[call.key] else { continue }
            table.add([
                call.shortID, names[call.contactId] ?? "", CallShowing.phrase(suggestion),
                suggestion.evidence.joined(separator: "; "),
            ])
        }
        if suggestions.isEmpty {
            book.console.note("nothing can be suggested")
        } else {
            book.console.output.append(table.rendered(book.console.style, within: book.console.columns))
        }
        return suggestions.count
    }
}
