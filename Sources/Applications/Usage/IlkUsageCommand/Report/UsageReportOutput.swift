import FoundationEssentials
import IlkUsage
import IlkVocabulary

/// A report as programs read it.
struct UsageReportOutput: Encodable {
    private struct Amount: Encodable {
        var taps: Int
        var phrases: Int
        var uniqueSymbols: Int
        var symbolsAPhrase: Double?
        var secondsAPhrase: Double?

        init(_ amount: UsageReport.Amount) {
            taps = amount.taps
            phrases = amount.phrases
            uniqueSymbols = amount.uniqueSymbols
            symbolsAPhrase = amount.meanPhrase
            secondsAPhrase = amount.meanConstruction
        }
    }

    private struct Day: Encodable {
        var day: String
        var amount: Amount
        var newSymbols: Int
        var vocabulary: Int
    }

    private struct Group: Encodable {
        var id: String?
        var name: String
        var amount: Amount
    }

    private struct Count: Encodable {
        var term: String
        var count: Int
    }

    private var schema = "ilk.usage.report/1"
    private var first: String
    private var last: String
    private var total: Amount
    private var days: [Day]
    private var devices: [Group]
    private var caregivers: [Group]
    private var symbols: [Count]
    private var phrases: [Count]
    private var sessions: [UsageSessionListing.Output]

    /// The output of a report.
    init(_ report: UsageReport, _ names: UsageNames) {
        first = report.first.description
        last = report.last.description
        total = Amount(report.total)
        days = report.days.map {
            Day(
                day: $0.day.description, amount: Amount($0.amount), newSymbols: $0.newSymbols,
                vocabulary: $0.vocabulary)
        }
        devices = report.devices.map {
            Group(id: $0.id?.description, name: names.device($0.id), amount: Amount($0.amount))
        }
        caregivers = report.caregivers.map {
            Group(id: $0.id?.description, name: names.caregiver($0.id), amount: Amount($0.amount))
        }
        symbols = report.symbols.map { Count(term: $0.term, count: $0.count) }
        phrases = report.phrases.map { Count(term: $0.term, count: $0.count) }
        sessions = report.sessions.map { UsageSessionListing.Output($0, device: names.device($0.deviceID)) }
    }

    /// As JSON, laid out over lines.
    var json: [UInt8] {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
            return Array(try encoder.encode(self)) + [0x0A]
        }
    }
}
