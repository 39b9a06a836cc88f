package import IlkConsole
package import ArgumentParser
import Foundation
package import IlkCalls

/// Which calls are meant.
package struct CallFilterOptions: ListChoiceOptions {
    @Option(help: ArgumentHelp("Only calls with this contact.", valueName: "name"))
    package var contact: String?

    @Option(help: "Only calls that felt so.")
    var emotion: CallEmotion?

    @Option(
        help: ArgumentHelp(
            "Only calls from this time on: 2026-11-21, '2026-11-21 18:30', today, or 7d, 4w ago.",
            valueName: "time"))
    package var since: ZonedMoment?

    @Option(help: ArgumentHelp("Only calls before this time.", valueName: "time"))
    package var until: ZonedMoment?

    @Option(help: ArgumentHelp("Only calls filed under this word.", valueName: "tag"))
    package var tag: String?

    @Option(help: "Only calls that stand so on their way to the server.")
    var status: CallStatusChoice?

    /// Whether any call passes.
    package var isEmpty: Bool {
        contact == nil && emotion == nil && since == nil && until == nil && tag == nil && status == nil
    }

    /// The filter.
    ///
    /// - Throws: `CallError`, `CommandFailure` with the name that was probably meant.
    package func filter(_ book: CallBook) async throws -> CallFilter {
        CallFilter(
            contactId: try await book.contact(contact)?.id, emotion: emotion?.state,
            since: since?.date(now: book.now, book.timeline),
            until: until?.date(now: book.now, book.timeline),
            tag: tag, status: status?.status)
    }

    package init() {}
}
