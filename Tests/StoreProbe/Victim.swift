import Foundation
import IlkLog
import IlkStore
import IlkVocabulary

/// Logs until it is killed, and counts its work in shared words.
struct Victim {
    let path: String
    let words: SharedWords

    /// Returns the kind of a text: some are empty, and some have a label that the database rejects.
    static func kind(of number: Int) -> Kind {
        switch number % 32 {
        case 5: .empty
        case 19 where number % 5 == 0: .refused
        default: .stored
        }
    }

    enum Kind { case stored, empty, refused }

    func run() async throws {
        let store = try ClassificationLogStore.open(.file(path))
        let logger = ProbeSupport.logger(store)
        var number = 0
        while true {
            // Bursts have different lengths, so that the process may die within a burst, a commit or a
            // checkpoint.
            for _ in 0..<(1 + number % 97) {
                await log(number, to: logger)
                number += 1
            }
            await logger.flush(number % 50 == 0 ? .synced : .committed)
            words[.committed] = number
            words[.ready] = 1
        }
    }

    private func log(_ number: Int, to logger: ClassificationLogger) async {
        let kind = Self.kind(of: number)
        words[.begun] += 1
        await ProbeSupport.log(
            kind == .empty ? "" : "victim \(getpid()) \(number)",
            as: kind == .refused ? "nonsense" : .message,
            to: logger)
        words[.done] += 1
    }
}
