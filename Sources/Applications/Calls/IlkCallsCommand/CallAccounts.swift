import IlkConsole
import IlkRules
import Foundation
import IlkCalls
import IlkStore
import IlkVocabulary

/// What calls come to, for people and programs.
struct CallAccounts {
    /// The calls as their commands have them.
    let book: CallBook
    /// How it is shown.
    let format: ResultFormat

    private struct Week: Encodable {
        var begins: String
        var calls: Int
        var minutes: Int
    }

    private struct Outcome: Encodable {
        var schema = "ilk.call.stats/1"
        var calls: Int
        var withDetails: Int
        var pending: Int
        var failed: Int
        var timed: Int
        var totalMinutes: Int
        var meanMinutes: Double?
        var callsAWeek: Double?
        var byEmotion: [String: Int]
        var weeks: [Week]
    }

    /// Counts and shows.
    func show(_ filter: CallFilter, weeks count: Int) async throws {
        let statistics = try await book.storage.statistics(matching: filter)
        let borders = count > 0 ? book.timeline.weeks(count, now: book.now) : []
        let counts = try await book.storage.counts(between: borders, matching: filter)
        let weeks = zip(borders, counts).map { border, count in
            Week(begins: day(border), calls: count.calls, minutes: count.minutes)
        }
        switch format {
        case .json:
            try book.console.write(
                json: Outcome(
                    calls: statistics.total, withDetails: statistics.withDetails, pending: statistics.pending,
                    failed: statistics.failed, timed: statistics.timed,
                    totalMinutes: statistics.totalMinutes, meanMinutes: statistics.meanMinutes,
                    callsAWeek: statistics.callsAWeek,
                    byEmotion: Dictionary(
                        uniqueKeysWithValues: statistics.byEmotion.map { ($0.key.rawValue, $0.value) }),
                    weeks: weeks))
        case .text: book.console.output.append(text(statistics) + text(weeks))
        }
    }

    private func text(_ statistics: CallStatistics) -> String {
        var table = Table([.init(""), .init("", .right)])
        table.add(["calls", DecimalText.grouped(statistics.total)])
        table.add(["with details", DecimalText.grouped(statistics.withDetails)])
        table.add(["waiting for the server", DecimalText.grouped(statistics.pending)])
        if statistics.failed > 0 {
            table.add(["refused by the server", DecimalText.grouped(statistics.failed)])
        }
        table.add(["time together", CallDuration.text(statistics.totalMinutes)])
        if let mean = statistics.meanMinutes {
            table.add(["mean duration", "\(DecimalText.fixed(mean, 1))m"])
        }
        if let rate = statistics.callsAWeek { table.add(["calls a week", DecimalText.fixed(rate, 1)]) }
        for emotion in EmotionalState.allCases where statistics.byEmotion[emotion] != nil {
            table.add([
                "\(emotion.emoji) \(emotion.displayName)",
                DecimalText.grouped(statistics.byEmotion[emotion] ?? 0),
            ])
        }
        return table.rendered(book.console.style)
    }

    private func text(_ weeks: [Week]) -> String {
        guard weeks.contains(where: { $0.calls > 0 }) else { return "" }
        var table = Table([.init("week of"), .init("calls", .right), .init("time", .right)])
        for week in weeks {
            table.add([week.begins, "\(week.calls)", week.minutes > 0 ? CallDuration.text(week.minutes) : ""])
        }
        return "\n" + table.rendered(book.console.style)
    }

    private func day(_ date: Date) -> String {
        let fields = book.timeline.calendar.dateComponents([.year, .month, .day], from: date)
        return [fields.year, fields.month, fields.day].map { number in
            let digits = "\(number ?? 0)"
            return digits.count < 2 ? "0" + digits : digits
        }.joined(separator: "-")
    }
}
