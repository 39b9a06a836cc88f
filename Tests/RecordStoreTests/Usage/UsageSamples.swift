import Foundation
import IlkStore
import IlkVocabulary
import TestSupport

@testable import IlkUsage

/// Sample data for usage tests.
enum UsageSamples {
    static let device = RecordID(high: 0x1000_7000, low: 0x8000_0000_0000_0001)
    static let session = RecordID(high: 0x2000_7000, low: 0x8000_0000_0000_0001)
    private static let ids = RecordIDSource()

    /// Returns a tap at a local time. Days are counted from 2026-03-01.
    static func tap(
        _ symbol: String, day: Int, hour: Int = 12, zone: Int = 0, device: RecordID = device,
        session: RecordID = session, caregiver: RecordID? = nil
    ) -> UsageEvent {
        let start = CalendarDay(year: 2026, month: 3, day: 1).number + day
        let wall = (Int64(start) * 24 + Int64(hour)) * 3_600_000
        return UsageEvent(
            id: ids.next(), time: ZonedTime(milliseconds: wall - Int64(zone) * 60_000, zone: zone),
            action: .tap(SymbolTap(symbolID: symbol, label: symbol)), language: "en", sessionID: session,
            deviceID: device, caregiverProfileID: caregiver)
    }

    /// Returns a day, counted from 2026-03-01.
    static func day(_ number: Int) -> CalendarDay {
        CalendarDay(year: 2026, month: 3, day: 1).adding(by: number)
    }

    private static func text(_ dice: inout SeededGenerator) -> String {
        let parts = [
            "want", "", "=1+1", "@x", "'x", "\t", "\r", "\n", "\r\n", "\"", ",", "\0", "é", "e\u{301}", "🙂",
            "今日",
            "\u{2028}", "\u{FEFF}", "-1", "＝", "\\", "/", "{}", "[1,]", ";", " ",
        ]
        return (0..<dice.below(4)).map { _ in parts[dice.below(parts.count)] }.joined()
    }

    private static func some(_ dice: inout SeededGenerator) -> String {
        let text = text(&dice)
        return text.isEmpty ? "x" : text
    }

    private static func maybe(_ dice: inout SeededGenerator) -> String? {
        dice.below(2) == 0 ? nil : text(&dice)
    }

    private static func id(_ dice: inout SeededGenerator) -> RecordID {
        RecordID(high: dice.next(), low: dice.next())
    }

    /// Returns a random record of any type with difficult texts.
    static func record(_ dice: inout SeededGenerator) -> UsageRecord {
        switch dice.below(12) {
        case 0:
            return .device(
                UsageDevice(
                    id: id(&dice), accountID: maybe(&dice), installationID: some(&dice), name: some(&dice)))
        case 1: return .caregiver(CaregiverProfile(id: id(&dice), name: some(&dice), role: maybe(&dice)))
        case 2: return .session(UsageSessionNote(id: id(&dice), title: maybe(&dice), place: maybe(&dice)))
        default: break
        }
        let wall = Int64(dice.below(4_000_000_000_000)) - 2_000_000_000_000
        return .event(
            UsageEvent(
                id: id(&dice), time: ZonedTime(milliseconds: wall, zone: dice.below(2161) - 1080),
                action: action(&dice), language: some(&dice), sessionID: id(&dice), deviceID: id(&dice),
                caregiverProfileID: dice.below(2) == 0 ? nil : id(&dice),
                tag: maybe(&dice),
                receivedAt: dice.below(3) == 0
                    ? Date(milliseconds: Int64(dice.below(2_000_000_000_000))) : nil))
    }

    private static func action(_ dice: inout SeededGenerator) -> UsageEvent.Action {
        guard dice.below(3) > 0 else {
            return .phrase(
                PhraseCompletion(
                    symbolIDs: (0..<dice.below(5)).map { _ in text(&dice) }, phrase: some(&dice),
                    constructionTime: dice.below(100_000),
                    edits: .init(removed: dice.below(3), reordered: dice.below(3)),
                    finalPhraseLength: dice.below(9)))
        }
        let column = Int(Int64(bitPattern: dice.next()))
        return .tap(
            SymbolTap(
                symbolID: some(&dice), label: text(&dice), categoryPath: maybe(&dice),
                gridPosition: dice.below(2) == 0 ? nil : .init(row: dice.below(9) - 1, column: column),
                phrasePosition: dice.below(2) == 0 ? nil : dice.below(9) + 1, isModeled: dice.below(4) == 0))
    }
}

extension UsageStore {
    /// The payloads of all records.
    func payloads() async throws -> [UsagePayload] {
        try await store.read {
            try Self.metadataPayloads(in: $0) + Self.payloads(after: .min, limit: .max, in: $0).payloads
        }
    }
}
