import IlkConsole
import IlkRules
import Foundation
import IlkUsage
import IlkStore
import IlkVocabulary

/// Shows sessions with their numbers.
struct UsageSessionListing {
    /// The usage as its commands have it.
    let book: UsageBook
    /// How they are shown.
    let format: ResultFormat

    /// A session as programs read it.
    struct Output: Encodable {
        var schema = "ilk.usage.session/1"
        var id: String
        var deviceID: String
        var device: String?
        var start: String
        var end: String
        var seconds: Double
        var totalSymbols: Int
        var uniqueSymbols: Int
        var phrases: Int
        var longestPhrase: Int
        var title: String?
        var place: String?

        init(_ session: UsageSession, device: String?) {
            id = session.id.description
            deviceID = session.deviceID.description
            self.device = device
            start = session.start.description
            end = ZonedTime(session.end, zone: session.start.zone).description
            seconds = session.duration
            totalSymbols = session.totalSymbols
            uniqueSymbols = session.uniqueSymbols
            phrases = session.phrases
            longestPhrase = session.longestPhrase
            title = session.title
            place = session.place
        }
    }

    /// Shows them.
    func show(_ sessions: [UsageSession]) async throws {
        let names = Dictionary(
            try await book.store.devices().map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
        switch format {
        case .json: try book.console.write(json: sessions.map { Output($0, device: names[$0.deviceID]) })
        case .text:
            guard !sessions.isEmpty else { return book.console.note("there was no session yet") }
            book.console.output.append(table(sessions, names))
        }
        try book.console.output.flush()
    }

    private func table(_ sessions: [UsageSession], _ names: [RecordID: String]) -> String {
        var table = Table([
            .init("id", tone: .faint), .init("began", tone: .strong), .init("length", .right),
            .init("symbols", .right), .init("different", .right, dispensability: 2), .init("phrases", .right),
            .init("longest", .right, dispensability: 1), .init("device", dispensability: 3),
            .init("title", minWidth: 6),
        ])
        for session in sessions {
            table.add([
                session.shortID,
                book.timeline.text(
                    Date(timeIntervalSince1970: Double(session.start.milliseconds) / 1000), now: book.now),
                Self.length(session.duration), "\(session.totalSymbols)", "\(session.uniqueSymbols)",
                "\(session.phrases)", "\(session.longestPhrase)", names[session.deviceID] ?? "",
                [session.title, session.place].compactMap { $0 }.joined(separator: ", "),
            ])
        }
        return table.rendered(book.console.style, within: book.console.columns)
    }

    /// Minutes and seconds.
    static func length(_ seconds: Double) -> String {
        let whole = Int(saturating: seconds.rounded())
        return whole < 60 ? "\(whole)s" : "\(whole / 60)m\(whole % 60)s"
    }
}

extension ZonedTime {
    /// A moment in a zone of so many minutes.
    init(_ date: Date, zone: Int) {
        self.init(milliseconds: date.milliseconds, zone: zone)
    }
}
