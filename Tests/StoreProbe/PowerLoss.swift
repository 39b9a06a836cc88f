import FaultyDisk
import Foundation
import GRDB
import IlkLog
import IlkStore
import TestSupport

/// Cuts the power at random moments of a recorded run: of what was not synced, each sector is there, gone or torn.
///
/// The images are made from the writes and syncs that SQLite asked for. What must hold of each: the file is sound,
/// what it has is the beginning of what was committed, and all of it that a flush called synced.
struct PowerLoss {
    let folder: String
    let images: Int
    var random: SeededGenerator

    /// After this many deeds this many texts were known to be synced.
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
                    throw Broken(description: "after \(cut) deeds: \(error)")
                }
            }
        }
        StoreProbe.say(
            "\(images) power cuts: \(dropped) sectors gone, \(torn) writes torn, every file sound, every one a "
                + "beginning of what was committed, 0 synced texts lost")
    }

    /// Logs with flushes of both kinds, with checkpoints between.
    ///
    /// - Returns: The file as it was when recording began, and what was synced when.
    private mutating func record(_ round: Int) async throws -> ([[UInt8]], [Mark]) {
        let path = folder + "/power.db"
        try StoreFiles.remove(path)
        let store = try ClassificationLogStore.open(.file(path))
        let before = try ["", "-wal"].map { try [UInt8](Data(contentsOf: URL(filePath: path + $0))) }
        faulty_disk_remember()
        let logger = Trial.logger(store, JournalSettings(batchEntries: 32, grouping: .milliseconds(1)))
        var marks: [Mark] = [(0, 0)]
        for number in 0..<1500 {
            let text = "\(number) " + String(repeating: "x", count: Int.random(in: 0...900, using: &random))
            await Trial.log(text, to: logger)
            switch Int.random(in: 0..<60, using: &random) {
            case 0:
                guard await logger.flush(.synced) else { throw Broken(description: "no sync") }
                marks.append((faulty_disk_deeds(), number + 1))
            case 1, 2: await logger.flush()
            // A pause: with enough in its log the journal makes a checkpoint.
            case 3: usleep(15_000)
            default: break
            }
        }
        await logger.close()
        try store.close()
        // What is done to the images is no part of the run.
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
        let numbers = try queue.read { try Trial.numbers($0) }
        try queue.close()
        guard numbers == Array(0..<numbers.count) else {
            throw Broken(description: "no beginning of what was committed")
        }
        guard numbers.count >= synced else {
            throw Broken(description: "\(synced) synced, \(numbers.count) there")
        }
    }
}

/// The database and its log as a disk may hold them when the power goes.
private struct Image {
    private static let sector = 512
    var files: [[UInt8]]
    var dropped = 0
    var torn = 0

    init(files: [[UInt8]]) { self.files = files }

    /// All deeds before `cut`: those before their file's last sync whole, of the others what chance leaves.
    mutating func replay(_ cut: Int, _ random: inout SeededGenerator) {
        var lastSync = [0, 0]
        for number in 0..<cut {
            let deed = faulty_disk_deed(number)
            if deed.kind == UInt8(ascii: "s").signed { lastSync[Int(deed.file)] = number }
        }
        // Now and then all of it is there or none: the ends of what may happen.
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
            // Sectors as the disk has them, whatever the write's offset.
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
