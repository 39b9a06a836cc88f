import Glibc

/// The system's random numbers, fetched sixty-four at a time: a call into the kernel for each would cost as much as half
/// a row's insertion.
struct ReservedRandomness: RandomNumberGenerator, Sendable {
    private var numbers: [UInt64] = []
    private var system = SystemRandomNumberGenerator()

    mutating func next() -> UInt64 {
        if let number = numbers.popLast() { return number }
        var fresh = [UInt64](repeating: 0, count: 64)
        let bytes = fresh.withUnsafeMutableBytes { getrandom($0.baseAddress, $0.count, 0) }
        // Interrupted, or less than asked for: then one by one, this time.
        guard bytes == fresh.count * MemoryLayout<UInt64>.size else { return system.next() }
        numbers = fresh
        return numbers.popLast() ?? system.next()
    }
}
