import Foundation
import IlkStore
import StoreTestSupport
import TestSupport
import Testing

@testable import IlkDomains

/// Both search indexes are the same, whoever makes them.
@Suite struct MailIndexTests {
    /// Messages of some kilobytes, of which several share words.
    private static func forms(_ count: Int, seed: UInt64) -> [(row: Int64, form: MailSearchForm)] {
        var dice = SeededGenerator(seed: seed)
        return (0..<count).map { place in
            let words = (0..<Int.random(in: 0...400, using: &dice)).map { _ in
                ["Löwe", "word\(Int.random(in: 0..<900, using: &dice))", "ΟΔΟΣ", "e-mail"]
                    .randomElement(using: &dice) ?? ""
            }
            let email = Email(
                gmailId: "\(place)", accountId: UUID(), subject: "about \(place % 9)",
                fromAddress: "ann\(place % 5)@example.com", fromName: "Ann",
                date: Date(timeIntervalSince1970: 1_700_000_000),
                snippet: words.prefix(20).joined(separator: " "),
                bodyText: words.joined(separator: " "))
            // Rows do not come in their order.
            return (Int64((place &* 7919) % count) << 20, MailSearchForm(MailRow(email)))
        }
    }

    private static func places(
        _ forms: [(row: Int64, form: MailSearchForm)], builders: MailIndexBuilders?, made: Int
    ) async throws -> [[String]] {
        var places: [[String]] = []
        try await MailPlace.file.withStore { house in
            try await house.service.store.write { database in
                let index = MailIndex(database, builders: builders)
                for (place, (row, form)) in forms.enumerated() {
                    index.add(form, at: row)
                    if place == forms.count / 2 { try index.begin() }
                }
                try index.begin()
                #expect(index.pieces.count == made)
                try index.finish()
                // What was put in can be taken out.
                for (row, form) in forms.suffix(3) { index.remove(form, at: row) }
                try index.finish()
            }
            places = try await house.service.store.write { database in
                try ["emailWords", "emailTrigrams"].map { try SearchWords.places($0, in: database) }
            }
        }
        return places
    }

    @Test(arguments: 1...2)
    func `made beside the writer they are as the writer makes them`(_ seed: UInt64) async throws {
        let forms = Self.forms(211, seed: seed)
        let alone = try await Self.places(forms, builders: nil, made: 0)
        let beside = try await Self.places(forms, builders: MailIndexBuilders(), made: 2)
        #expect(beside == alone)
        #expect(alone.allSatisfy { $0.count > 1_000 })
    }

    @Test func `what FTS5 would not see the writer makes itself`() async throws {
        let forms = Self.forms(211, seed: 9)
        let alone = try await Self.places(forms, builders: nil, made: 0)
        // Another number of columns is not what the file has.
        let trigrams = FullTextIndex(
            "emailTrigrams", columns: ["text", "more"], options: MailSchema.trigrams.options)
        let beside = try await Self.places(forms, builders: MailIndexBuilders(trigrams: trigrams), made: 2)
        #expect(beside == alone)
    }

    @Test func `little is not handed over`() async throws {
        let forms = Self.forms(9, seed: 1)
        let alone = try await Self.places(forms, builders: nil, made: 0)
        let beside = try await Self.places(forms, builders: MailIndexBuilders(), made: 0)
        #expect(beside == alone)
    }
}
