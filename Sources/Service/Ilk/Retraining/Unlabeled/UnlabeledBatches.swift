import IlkFiles
import IlkModels
import IlkTraining
import IlkVocabulary

/// Counts unlabeled texts on several threads. The counts are integer sums, so they do not depend on the
/// number of threads.
final class UnlabeledBatches {
    private struct Text: Sendable {
        let key: UInt64
        let bytes: [UInt8]
    }

    private struct Found: Sendable {
        let key: UInt64
        let evidence: RetrainingCounts.Evidence
    }

    /// The counts of a thread.
    private final class Worker {
        private var reading: UnlabeledCounting
        private(set) var counts: RetrainingCounts

        init(_ reading: UnlabeledCounting, _ counts: RetrainingCounts) {
            (self.reading, self.counts) = (reading, counts)
        }

        func count(_ texts: [Text]) -> [Found] {
            texts.compactMap { text in
                text.bytes.withUnsafeBufferPointer { reading.count($0, in: &counts) }
                    .map { Found(key: text.key, evidence: $0) }
            }
        }
    }

    private final class Workers {
        var all: [Worker] = []
    }

    private let batches: OrderedBatches<[Text], [Found]>
    private let workers = Workers()
    private var waiting: [Text] = []
    private var waitingBytes = 0
    private var added: Set<UInt64> = []
    private var found: [Found] = []

    /// The size of a batch in bytes of text.
    private static let batchBytes = 1 << 13

    /// - Parameters:
    ///   - threads: The maximum number of threads.
    ///   - taxonomy: The taxonomy of the counts.
    ///   - featureGroups: The feature groups of the counts.
    ///   - makeReading: Returns the object with which one thread analyzes texts.
    init(
        threads: Int, taxonomy: Taxonomy, featureGroups: [FeatureGroup],
        makeReading: @escaping () throws -> UnlabeledCounting
    ) {
        batches = OrderedBatches(threads: threads) { [workers] in
            let worker = Worker(
                try makeReading(), RetrainingCounts(taxonomy: taxonomy, featureGroups: featureGroups))
            workers.all.append(worker)
            return worker.count
        }
    }

    /// Adds a text, unless an equal text was already added.
    ///
    /// - Parameters:
    ///   - key: The key of the text.
    ///   - bytes: The text, which is copied.
    func add(_ key: UInt64, _ bytes: UnsafeBufferPointer<UInt8>) throws {
        guard added.insert(key).inserted else { return }
        waiting.append(Text(key: key, bytes: Array(bytes)))
        waitingBytes += bytes.count
        if waitingBytes >= Self.batchBytes { try submit() }
    }

    /// Waits until all texts are counted, and adds the counts to the counts of a log.
    func finish(into counted: inout LogCounts) throws {
        if !waiting.isEmpty { try submit() }
        while let found = batches.next() { self.found += found }
        batches.close()
        for text in found { counted.evidence[text.key] = text.evidence }
        for worker in workers.all { counted.counts.merge(worker.counts) }
    }

    private func submit() throws {
        while !batches.hasRoom, let found = batches.next() { self.found += found }
        try batches.submit(waiting)
        (waiting, waitingBytes) = ([], 0)
    }
}
