import FaultyDisk
import Foundation
import GRDB
import IlkLog
import IlkStore
import IlkVocabulary
import TestSupport

/// Simulates power cuts at random moments of a recorded run. Of unsynced writes, each sector is present,
/// missing or torn.
///
/// The images are made from SQLite's writes and syncs. Each image must be sound, contain a prefix of the
/// committed rows, and contain all rows that a flush reported as synced.
struct PowerLoss {
    let folder: String
    let images: Int
    var random: SeededGenerator

    /// The number of texts known to be synced after a number of disk operations.
    private typealias Mark = (deeds: Int, synced: Int)

    mutating func run() async throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let rounds = 20
        var (dropped, torn) = (0, 0)
        for round in 0..<rounds {
            let (before, marks) = try await record(round)
            for _ in 0..<max(1, images / rounds) {
                let cut = Int.random(in: 0...faulty_disk_deeds(), using: &random)
                let synced = marks.last { $0.deeds <= cut }?.synced ?? 0
                var image = Image(files: before)
                image.replay(cut, &random)
                dropped += image.dropped
                torn += image.torn
                do {
                    try check(image, synced: synced)
                } catch {
                    throw ViolatedGuarantee(description: "after \(cut) deeds: \(error)")
                }
            }
        }
        StoreProbe.say(
            "\(images) power cuts: \(dropped) sectors lost, \(torn) writes torn, every file sound, each a "
                + "prefix of the committed texts, 0 synced texts lost")
    }

    /// Logs with flushes of both levels, and with checkpoints in between.
    ///
    /// - Returns: The file at the beginning of the recording, and the synced texts over time.
    private mutating func record(_ round: Int) async throws -> ([[UInt8]], [Mark]) {
        let path = folder + "/power.db"
        try StoreFiles.remove(path)
        let store = try ClassificationLogStore.open(.file(path))
        let before = try ["", "-wal"].map { try [UInt8](Data(contentsOf: URL(filePath: path + $0))) }
        faulty_disk_remember()
        let logger = ProbeSupport.logger(store, JournalSettings(batchEntries: 32, grouping: .milliseconds(1)))
        var marks: [Mark] = [(0, 0)]
        for number in 0..<1500 {
            let text = "\(number) " + String(repeating: "x", count: Int.random(in: 0...900, using: &random))
            await ProbeSupport.log(text, to: logger)
            switch Int.random(in: 0..<60, using: &random) {
            case 0:
                guard await logger.flush(.synced) == .reached else {
                    throw ViolatedGuarantee(description: "no sync")
                }
                marks.append((faulty_disk_deeds(), number + 1))
            case 1, 2: await logger.flush()
            // With enough in its write-ahead log, the journal makes a checkpoint during a pause.
            case 3: usleep(15_000)
            default: break
            }
        }
        await logger.close()
        try store.close()
        // Writing the images is not part of the run.
        faulty_disk_pause()
        return (before, marks)
    }

    private func check(_ image: Image, synced: Int) throws {
        let path = folder + "/image.db"
        for (place, suffix) in ["", "-wal"].enumerated() {
            try Data(image.files[place]).write(to: URL(filePath: path + suffix))
        }
        if FileManager.default.fileExists(atPath: path + "-shm") {
            try FileManager.default.removeItem(atPath: path + "-shm")
        }
        let queue = try DatabaseQueue(path: path)
        let numbers = try queue.read { try ProbeSupport.numbers($0) }
        try queue.close()
        guard numbers == Array(0..<numbers.count) else {
            throw ViolatedGuarantee(description: "not a prefix of the committed texts")
        }
        guard numbers.count >= synced else {
            throw ViolatedGuarantee(description: "\(synced) synced, \(numbers.count) there")
        }
    }
}

/// The possible contents of the database and its log on a disk after a power cut.
private struct Image {
    private static let sector = 512
    var files: [[UInt8]]
    var dropped = 0
    var torn = 0

    init(files: [[UInt8]]) { self.files = files }

    /// Replays all operations before `cut`: completely up to their file's last sync, and randomly after it.
    mutating func replay(_ cut: Int, _ random: inout SeededGenerator) {
        var lastSync = [0, 0]
        for number in 0..<cut {
            let deed = faulty_disk_deed(number)
            if deed.kind == UInt8(ascii: "s").signed { lastSync[Int(deed.file)] = number }
        }
        // Sometimes all sectors are present or none, which are the extreme cases.
        let chance = [0.0, 0.5, 0.5, 0.9, 1.0].randomElement(using: &random) ?? 0.5
        for number in 0..<cut {
            let deed = faulty_disk_deed(number)
            apply(deed, isSafe: number < lastSync[Int(deed.file)], chance, &random)
        }
    }

    private mutating func apply(
        _ deed: faulty_disk_deed, isSafe: Bool, _ chance: Double, _ random: inout SeededGenerator
    ) {
        let file = Int(deed.file)
        if deed.kind == UInt8(ascii: "t").signed {
            guard isSafe || Double.random(in: 0..<1, using: &random) < chance else { return }
            files[file].resize(to: Int(deed.offset))
        }
        guard deed.kind == UInt8(ascii: "w").signed, let bytes = deed.bytes else { return }
        let buffer = UnsafeBufferPointer(start: bytes, count: deed.length)
        var (kept, gone) = (0, 0)
        var place = 0
        while place < deed.length {
            // Sectors are aligned on the disk, whatever the offset of the write.
            let length = min(deed.length - place, Self.sector - (Int(deed.offset) + place) % Self.sector)
            if isSafe || Double.random(in: 0..<1, using: &random) < chance {
                if files[file].count < Int(deed.offset) + place + length {
                    files[file].resize(to: Int(deed.offset) + place + length)
                }
                files[file].replaceSubrange(
                    Int(deed.offset) + place..<Int(deed.offset) + place + length,
                    with: buffer[place..<place + length])
                kept += 1
            } else {
                gone += 1
            }
            place += length
        }
        dropped += gone
        if kept > 0, gone > 0 { torn += 1 }
    }
}

extension UInt8 {
    fileprivate var signed: CChar { CChar(bitPattern: self) }
}

extension [UInt8] {
    fileprivate mutating func resize(to size: Int) {
        if count > size {
            removeLast(count - size)
        } else {
            append(contentsOf: [UInt8](repeating: 0, count: size - count))
        }
    }
}
