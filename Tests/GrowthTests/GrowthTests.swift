import Foundation
import TestSupport
import Testing

/// Checks that the time for reading every input grammar grows at most linearly, whichever token is repeated.
///
/// `make growth-proof` sets `ILK_GROWTH` to the number of token pairs, or to `short` for a few pairs and
/// shorter inputs. A seed determines the pairs.
@Suite struct `Growth of run time` {
    private static let form = ProcessInfo.processInfo.environment["ILK_GROWTH"]
    /// The number of token pairs in the long form, or `nil` in the short form.
    private static let pairs = form.flatMap { Int($0) }
    private static let seed =
        ProcessInfo.processInfo.environment["ILK_GROWTH_SEED"].flatMap { UInt64($0) } ?? 20_261_124

    private static let grammars: [Grammar] =
        TextGrammars.all + FramingGrammars.all + RecordGrammars.all + SearchGrammars.all + DebugGrammars.all
        + RuleGrammars.all + OutputGrammars.all + MailGrammars.all

    @Test(.enabled(if: form != nil, "runs with make growth-proof"), arguments: grammars)
    func `doubling an input takes at most 2.6 times as long`(_ grammar: Grammar) throws {
        var random = SeededGenerator(seed: Self.seed)
        let read = try grammar.makeReader()
        func test(_ shape: Grammar.Shape, _ check: GrowthCheck) throws {
            guard let measured = try check.excess(make: shape.make, read: read) else { return }
            let times = measured.map { "\($0.size): \(Int($0.seconds * 1e6)) µs" }.joined(separator: ", ")
            Issue.record("\(grammar.name), \(shape.name), seed \(Self.seed): \(times)")
        }
        for shape in grammar.shapes { try test(shape, .long) }
        for shape in grammar.repetitions(pairs: Self.pairs ?? 12, &random) {
            try test(shape, Self.pairs == nil ? .short : .long)
        }
    }

    @Test func `a reader with quadratic run time is reported`() {
        let check = GrowthCheck.short
        var sum = 0
        // Load on the machine can slow down only the short inputs. Up to ten attempts compensate for that.
        let isReported = (0..<10).contains { _ in
            let excess = check.excess {
                GrowthInput.repeated([1], size: $0)
            } read: { bytes in
                for end in stride(from: 0, to: bytes.count, by: 64) {
                    for place in stride(from: 0, to: end, by: 8) { sum &+= Int(bytes[place]) }
                }
            }
            return excess != nil
        }
        #expect(isReported)
        #expect(sum > 0)
    }

    /// Times in milliseconds for inputs from 1 KiB on, doubled each time. Beyond the last value the time is
    /// proportional to the length.
    @Test(arguments: [
        // Measured with a mail reader: caches and page faults.
        [0.1, 0.2, 0.4, 0.8, 1.07, 3.47, 9.56, 29.2, 60],
        [0.1, 0.6, 2, 8, 30, 60], [0.6, 1.2, 1.4, 2.9],
    ]) func `growth that ends is not reported`(_ times: [Double]) {
        #expect(GrowthCheck.short.excess(seconds: Self.clock(times, power: 1)) == nil)
    }

    @Test(arguments: [[0.1, 0.2, 0.4], [2], [0.1, 0.2, 0.4, 1.2, 2.2, 2.9]])
    func `quadratic growth is reported however late it starts`(_ times: [Double]) {
        let excess = GrowthCheck.short.excess(seconds: Self.clock(times, power: 2))
        #expect((excess?.last?.seconds ?? 0) >= 0.1)
    }

    private static func clock(_ milliseconds: [Double], power: Double) -> (Int) -> Double {
        { size in
            let step = size.trailingZeroBitCount - 10
            let last = milliseconds.count - 1
            return step <= last
                ? milliseconds[step] / 1000 : milliseconds[last] / 1000 * exp2(power * Double(step - last))
        }
    }

    @Test func `a reader with linear run time is not reported`() {
        var sum = 0
        let excess = GrowthCheck.short.excess {
            GrowthInput.repeated([1, 2, 3], size: $0)
        } read: { bytes in
            for byte in bytes { sum &+= Int(byte) }
        }
        #expect(excess == nil)
        #expect(sum > 0)
    }
}

extension Grammar: CustomTestStringConvertible {
    var testDescription: String { name }
}
