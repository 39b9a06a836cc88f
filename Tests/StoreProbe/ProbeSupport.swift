import Foundation
import GRDB
import IlkLog
import IlkStore
import IlkVocabulary
import Logging

/// The common parts of all trials: logging texts that begin with their numbers, without log messages, and
/// reading the numbers from a sound file.
enum ProbeSupport {
    static let verdict = Verdict(
        category: .message, probability: 0.75,
        probabilities: [0.125, 0.75, 0.0625, 0.03125, 0.015625, 0.015625],
        scores: [0, 1, 0, 0, 0, 0], taxonomy: .documentType,
        provenance: Provenance(
            classifier: "fused", modelDigest: String(repeating: "a", count: 64),
            ruleSetDigest: String(repeating: "b", count: 64), icuVersion: "72.1"))

    /// Returns a logger without log messages.
    static func logger(
        _ store: ClassificationLogStore, _ settings: JournalSettings = JournalSettings(),
        keepsIndex: Bool = true
    ) -> ClassificationLogger {
        ClassificationLogger(
            store: store, settings: settings, keepsIndex: keepsIndex,
            logger: Logger(label: "trial") { _ in SwiftLogNoOpLogHandler() }
        )
    }

    static func log(
        _ text: String, as category: IlkVocabulary.Category = .message, at date: Date = Date(),
        verdict: Verdict? = nil, to logger: ClassificationLogger
    ) async {
        await logger.log(
            classification: TextClassification(
                category: category, timestamp: date, textSample: "", verdict: verdict),
            fullText: text, features: nil)
    }

    /// Returns the numbers at the beginning of the texts, in the order of their ids.
    ///
    /// - Throws: ``Broken`` if the file is damaged.
    static func numbers(_ database: Database) throws -> [Int] {
        try checkIntegrity(database)
        return try String.fetchAll(database, sql: "SELECT text FROM classificationLog ORDER BY id")
            .compactMap { $0.split(separator: " ").first.flatMap { Int($0) } }
    }

    /// - Throws: ``Broken`` if the file is damaged.
    static func checkIntegrity(_ database: Database) throws {
        guard try String.fetchOne(database, sql: "PRAGMA integrity_check(1)") == "ok" else {
            throw ViolatedGuarantee(description: "the file is damaged")
        }
    }
}
