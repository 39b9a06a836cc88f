import Foundation
import IlkLog
import IlkStore
import IlkVocabulary
import TestSupport

/// Writes noise into copies of a log's file and reads each completely. No copy may crash the reader,
/// unreadable data must be reported as an error of the store, and no copy with changed entries may pass as
/// sound.
struct Damage {
    let folder: String
    let variants: Int
    var random: SeededGenerator

    private static let texts = 400

    /// The outcome of reading one file.
    private enum Outcome { case refused, caught, whole }

    mutating func run() async throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let (sound, entries) = try await soundFile()
        var counts: [Outcome: Int] = [:]
        for variant in 0..<variants {
            var bytes = sound
            damage(&bytes, variant)
            let path = folder + "/damaged.db"
            try StoreFiles.remove(path, keepsDatabase: true)
            try Data(bytes).write(to: URL(filePath: path))
            do {
                counts[try await read(path, entries), default: 0] += 1
            } catch {
                throw ViolatedGuarantee(description: "file \(variant): \(error)")
            }
        }
        func count(_ outcome: Outcome) -> Int { counts[outcome] ?? 0 }
        StoreProbe.say(
            "\(variants) damaged files, 0 crashes: \(count(.refused)) refused when opened, \(count(.caught)) when "
                + "read, \(count(.whole)) read unchanged, 0 read with other content"
        )
    }

    /// - Returns: The file's bytes, and all of its entries, newest first.
    private func soundFile() async throws -> ([UInt8], [ClassificationLogEntry]) {
        let path = folder + "/log.db"
        let store = try ClassificationLogStore.open(.file(path))
        let logger = ProbeSupport.logger(store)
        for number in 0..<Self.texts {
            let text = "\(number) " + String(repeating: "a word or two ", count: number % 30)
            await ProbeSupport.log(
                text, at: Date(timeIntervalSince1970: Double(number)),
                verdict: number % 3 == 0 ? nil : ProbeSupport.verdict, to: logger)
        }
        await logger.close()
        try await store.updateIndex()
        for number in 1...20 { try await store.correct(.newest(number * 7), to: .email, author: "somebody") }
        let entries = try await store.entries(newest: 2 * Self.texts)
        try store.backUp(to: folder + "/sound.db", replacing: true)
        try store.close()
        return ([UInt8](try Data(contentsOf: URL(filePath: folder + "/sound.db"))), entries)
    }

    /// Damages a file: a few bits anywhere, a page of noise, two swapped pages, a byte of a header, or a
    /// truncated end.
    private mutating func damage(_ bytes: inout [UInt8], _ variant: Int) {
        func page() -> Int { Int.random(in: 0..<bytes.count / 4096, using: &random) * 4096 }
        switch variant % 5 {
        case 0:
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            }
        case 1:
            let start = page()
            for place in start..<start + 4096 { bytes[place] = UInt8.random(in: 0...255, using: &random) }
        case 2:
            let (one, other) = (page(), page())
            for place in 0..<4096 { bytes.swapAt(one + place, other + place) }
        case 3:
            // The header of the file or of a page.
            let start = Bool.random(using: &random) ? 0 : page()
            bytes[start + Int.random(in: 0..<100, using: &random)] = UInt8.random(in: 0...255, using: &random)
        default: bytes.removeLast(Int.random(in: 1..<bytes.count, using: &random))
        }
    }

    private func read(_ path: String, _ sound: [ClassificationLogEntry]) async throws -> Outcome {
        let store: ClassificationLogStore
        do {
            store = try ClassificationLogStore.open(.file(path))
        } catch is StoreError {
            return .refused
        } catch is any InvalidRecord {
            return .refused
        }
        defer { try? store.close() }  // A damaged file need not close cleanly.
        do {
            let entries = try await store.entries(newest: 2 * Self.texts)
            _ = try await store.search(FullTextQuery("word"), newest: 50)
            _ = try await store.facets(by: [.category])
            _ = try await store.ledger()
            guard try await store.fault(thorough: true) == nil else { return .caught }
            guard entries == sound else {
                throw ViolatedGuarantee(description: "changed entries that no check finds")
            }
            return .whole
        } catch is StoreError {
            return .caught
        } catch is any InvalidRecord {
            return .caught
        }
    }
}
