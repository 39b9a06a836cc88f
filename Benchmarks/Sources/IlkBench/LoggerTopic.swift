import Foundation
import HeapSize
import IlkLog
import IlkStore
import IlkUsage
import IlkVocabulary

/// The memory of idle loggers beside the store that they share, and the time of a tap for its caller.
///
///     ilk-bench logger
enum LoggerTopic {
    private typealias Category = IlkVocabulary.Category

    static func run() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "ilk-bench-logger-\(getpid())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await memory(folder.appending(path: "log.sqlite").path)
        try await taps(folder.appending(path: "usage.sqlite").path)
    }

    /// Creates loggers on one store and measures what each adds: its allocated memory with the used part of its
    /// thread's stack, and the pages that it has written, most of which the allocator keeps for later.
    ///
    /// All of them use SQLite's cache of the one store, so the difference is the memory of the loggers. The
    /// first logger is not counted: it also loads code and data that all loggers share.
    private static func memory(_ path: String) async throws {
        let loggers = 16
        let store = try ClassificationLogStore.open(.file(path))
        let first = ClassificationLogger(store: store)
        try await use(first)
        try await Task.sleep(for: .milliseconds(1_500))
        let before = try memory()
        var others: [ClassificationLogger] = []
        for _ in 0..<loggers {
            let logger = ClassificationLogger(store: store)
            try await use(logger)
            others.append(logger)
        }
        // An idle writer releases its statements after a second.
        try await Task.sleep(for: .milliseconds(1_500))
        let after = try memory()
        func each(_ bytes: Int) -> Double { LogTopic.rounded(Double(bytes) / 1000 / Double(loggers)) }
        let (heap, stack) = (each(after.heap - before.heap), each(after.stacks - before.stacks))
        print(
            "memory of an idle logger: \(LogTopic.rounded(heap + stack)) KB (\(heap) allocated, \(stack) of stack); "
                + "asked 100: \(heap + stack <= 100 ? "met" : "MISSED")")
        print("pages that it has written: \(each(after.pages - before.pages)) KB")
        for logger in others { await logger.close() }
        await first.close()
        try store.close()
    }

    /// Logs a text and waits until the writer's thread has committed it and parked.
    private static func use(_ logger: ClassificationLogger) async throws {
        await logger.log(
            classification: TextClassification(category: "message", timestamp: Date(), textSample: ""),
            fullText: "Are we still on for lunch?", features: nil)
        guard await logger.flush(timeout: .seconds(10)) == .reached else { throw CancellationError() }
        try await Task.sleep(for: .milliseconds(50))
    }

    /// Returns the allocated memory of this process, the written part of the stacks of its threads, and all private
    /// memory that it has written, in bytes.
    private static func memory() throws -> (heap: Int, stacks: Int, pages: Int) {
        let heap = Int(heap_size())
        // A file of the system has no length, so that it must be read to its end.
        guard let handle = FileHandle(forReadingAtPath: "/proc/self/smaps") else {
            throw CocoaError(.fileReadNoSuchFile)
        }
        let map = String(decoding: try handle.readToEnd() ?? Data(), as: UTF8.self)
        var (stacks, pages, size) = (0, 0, 0)
        for line in map.split(separator: "\n") {
            let number = { (Int(line.filter(\.isNumber)) ?? 0) * 1024 }
            if line.hasPrefix("Size:") { size = number() }
            guard line.hasPrefix("Private_Dirty:") else { continue }
            pages += number()
            if size == Self.stackSize { stacks += number() }
        }
        return (heap, stacks, pages)
    }

    /// The size of the stack of a logger's thread in bytes.
    private static let stackSize = 512 << 10

    /// Records taps at the pace of a fast person times 100, and then as fast as possible.
    private static func taps(_ path: String) async throws {
        let store = try UsageStore.open(.file(path))
        let device = try await store.thisDevice(creatingNamed: "bench")
        let logger = try await UsageLogger.start(store, device: device)
        for (name, count, pause) in [
            ("at 1,000 a second", 2000, Duration.milliseconds(1)), ("without a pause", 50_000, .zero),
        ] {
            var costs: [Double] = []
            costs.reserveCapacity(count)
            for number in 0..<count {
                let tap = SymbolTap(symbolID: "s\(number % 300)", label: "word", categoryPath: "home")
                let begun = ContinuousClock.now
                await logger.tap(tap, language: "en")
                costs.append((ContinuousClock.now - begun) / .milliseconds(1))
                if pause > .zero { try await Task.sleep(for: pause) }
            }
            costs.sort()
            print(
                "a tap \(name): median \(costs[count / 2] * 1000) µs, 99.9 %: "
                    + "\(LogTopic.rounded(costs[count - 1 - count / 1000])) ms, most \(LogTopic.rounded(costs[count - 1])) ms"
                    + "; asked 10 ms: \(costs[count - 1] <= 10 ? "met" : "MISSED")")
        }
        let ledger = await logger.close()
        print("\(ledger.stored) of \(ledger.accepted) taps stored")
        try store.close()
    }
}
