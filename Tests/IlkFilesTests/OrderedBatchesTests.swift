import IlkFiles
import Synchronization
import Testing

@Suite("Ordered batches") struct OrderedBatchesTests {
    private struct Failure: Error, Equatable { let block: Int }

    /// Lets threads through when it is opened.
    private final class Gate: Sendable {
        private let isOpen = Mutex(false)
        private let signal = WakeSignal()

        func open() {
            isOpen.withLock { $0 = true }
            signal.ring()
        }

        func pass() {
            while !isOpen.withLock({ $0 }) { signal.wait() }
            signal.ring()
        }
    }

    @Test(arguments: [1, 2, 3, 8])
    func `the outcomes have the order of the batches`(threads: Int) throws {
        let batches = OrderedBatches<Int, Int>(threads: threads) { { number in number * number } }
        var outcomes: [Int] = []
        for number in 0..<1_000 {
            while !batches.hasRoom { outcomes += [try #require(batches.next())] }
            try batches.submit(number)
        }
        while let outcome = batches.next() { outcomes.append(outcome) }
        #expect(outcomes == (0..<1_000).map { $0 * $0 })
    }

    @Test func `a slow first batch holds back the outcomes of the others`() throws {
        let gate = Gate()
        let done = WakeSignal()
        let batches = OrderedBatches<Int, Int>(threads: 2, onCompletion: { done.ring() }) {
            { number in
                if number == 0 { gate.pass() }
                return number
            }
        }
        for number in 0..<3 { try batches.submit(number) }
        done.wait()
        #expect(batches.nextFinished() == nil)
        gate.open()
        #expect([batches.next(), batches.next(), batches.next(), batches.next()] == [0, 1, 2, nil])
    }

    @Test(arguments: [(1, 1), (2, 4), (5, 10)])
    func `the number of batches is limited`(threads: Int, limit: Int) throws {
        let gate = Gate()
        if threads == 1 { gate.open() }
        let batches = OrderedBatches<Int, Int>(threads: threads) {
            { number in
                gate.pass()
                return number
            }
        }
        var submitted = 0
        while batches.hasRoom {
            try batches.submit(submitted)
            submitted += 1
        }
        #expect(submitted == limit)
        gate.open()
        #expect(batches.next() == 0)
        #expect(batches.hasRoom)
        #expect(batches.count == limit - 1)
    }

    @Test func `threads start only for work, and each has its own function`() throws {
        var made = 0
        let batches = OrderedBatches<Int, Int>(threads: 4) {
            made += 1
            return { $0 }
        }
        for number in 0..<10 {
            try batches.submit(number)
            #expect(batches.next() == number)
        }
        // A thread that has finished its batch gets the next one.
        #expect(made == 1)
    }

    @Test func `closing drops waiting batches and waits for those in work`() throws {
        let gate = Gate()
        let worked = Atomic(0)
        let entered = WakeSignal()
        let batches = OrderedBatches<Int, Int>(threads: 2) {
            { number in
                entered.ring()
                gate.pass()
                worked.add(1, ordering: .relaxed)
                return number
            }
        }
        try batches.submit(0)
        entered.wait()
        try batches.submit(1)
        entered.wait()
        try batches.submit(2)
        try batches.submit(3)
        gate.open()
        batches.close()
        #expect((2...4).contains(worked.load(ordering: .relaxed)))
        let after = worked.load(ordering: .relaxed)
        batches.close()
        #expect(worked.load(ordering: .relaxed) == after)
    }

    @Test(arguments: [1, 2, 7], [0, 1, 255, 256, 257, 3_000])
    func `the blocks of a range cover it in order`(threads: Int, count: Int) throws {
        var (sum, end, blocks) = (0, 0, 0)
        try OrderedBatches.forEachBlock(of: count, threads: threads) {
            { block in block.reduce(0, +) }
        } receive: { block, value in
            #expect(block.lowerBound == end)
            (sum, end, blocks) = (sum + value, block.upperBound, blocks + 1)
        }
        #expect(sum == count * (count - 1) / 2)
        #expect(end == count)
        #expect(blocks == (count + 255) / 256)
    }

    @Test(arguments: [1, 2, 4])
    func `the first failed block ends the run after the blocks before it`(threads: Int) {
        var received: [Int] = []
        #expect(throws: Failure(block: 30)) {
            try OrderedBatches.forEachBlock(of: 100, blockSize: 10, threads: threads) {
                { block in
                    if block.lowerBound >= 30 { throw Failure(block: block.lowerBound) }
                    return block.lowerBound
                }
            } receive: { _, value in
                received.append(value)
            }
        }
        #expect(received == [0, 10, 20])
    }

    @Test(arguments: [1, 2, 4])
    func `an error of the receiver ends the run`(threads: Int) {
        var received: [Int] = []
        #expect(throws: Failure(block: 20)) {
            try OrderedBatches.forEachBlock(of: 100, blockSize: 10, threads: threads) {
                { $0.lowerBound }
            } receive: { _, value in
                if value == 20 { throw Failure(block: value) }
                received.append(value)
            }
        }
        #expect(received == [0, 10])
    }

    @Test(arguments: [1, 2])
    func `the error of creating a thread's function ends the run`(threads: Int) {
        #expect(throws: Failure(block: -1)) {
            try OrderedBatches.forEachBlock(of: 10, threads: threads) {
                () throws -> (Range<Int>) throws -> Int in
                throw Failure(block: -1)
            } receive: { _, _ in
            }
        }
    }
}
