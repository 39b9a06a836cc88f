import IlkConsole
import IlkUsage
import IlkVocabulary

/// A report as tables.
struct UsageReportText {
    let report: UsageReport
    let names: UsageNames
    let style: Style

    var text: String {
        guard !report.days.isEmpty else { return "No events from \(report.first) to \(report.last).\n" }
        var parts = [totals, days]
        parts.append(groups("device", report.devices) { names.device($0) })
        parts.append(groups("caregiver", report.caregivers) { names.caregiver($0) })
        if !report.symbols.isEmpty { parts.append(counts("symbol", report.symbols)) }
        if !report.phrases.isEmpty { parts.append(counts("phrase", report.phrases)) }
        return parts.joined(separator: "\n")
    }

    private var totals: String {
        var table = Table([.init(""), .init("", .right)])
        for (name, value) in report.figures { table.add([name, value]) }
        return table.rendered(style)
    }

    private var days: String {
        var table = Table([
            .init("day", tone: .strong), .init("taps", .right), .init("phrases", .right),
            .init("distinct", .right),
            .init("new", .right), .init("vocabulary", .right),
        ])
        for day in report.days {
            table.add([
                day.day.description, "\(day.amount.taps)", "\(day.amount.phrases)",
                "\(day.amount.uniqueSymbols)",
                "\(day.newSymbols)", "\(day.vocabulary)",
            ])
        }
        return table.rendered(style)
    }

    private func groups(_ title: String, _ groups: [UsageReport.Group], _ name: (RecordID?) -> String)
        -> String
    {
        var table = Table([
            .init(title, tone: .strong), .init("taps", .right), .init("phrases", .right),
            .init("distinct", .right),
            .init("symbols per phrase", .right),
        ])
        for group in groups {
            table.add([
                name(group.id), "\(group.amount.taps)", "\(group.amount.phrases)",
                "\(group.amount.uniqueSymbols)",
                group.amount.meanPhrase.map { DecimalText.fixed($0, 1) } ?? "",
            ])
        }
        return table.rendered(style)
    }

    private func counts(_ title: String, _ counts: [UsageReport.Count]) -> String {
        var table = Table([.init(title, minWidth: 8, tone: .strong), .init("count", .right)])
        for count in counts { table.add([count.term, "\(count.count)"]) }
        return table.rendered(style)
    }
}

extension UsageReport {
    /// The key figures of the report, with their names.
    var figures: [(name: String, value: String)] {
        let seconds = sessions.reduce(0) { $0 + $1.duration }
        let count = sessions.count
        return [
            ("days of use", "\(days.count)"), ("sessions", "\(count)"),
            ("mean session", count == 0 ? "-" : UsageSession.length(seconds / Double(count))),
            ("taps", DecimalText.grouped(total.taps)),
            ("distinct symbols", DecimalText.grouped(total.uniqueSymbols)),
            ("vocabulary", DecimalText.grouped(days.last?.vocabulary ?? 0)),
            ("phrases", DecimalText.grouped(total.phrases)),
            ("symbols per phrase", total.meanPhrase.map { DecimalText.fixed($0, 1) } ?? "-"),
            ("time per phrase", total.meanConstruction.map { DecimalText.fixed($0, 1) + " s" } ?? "-"),
        ]
    }
}
