import Foundation
import TestSupport
import Testing

/// Every input grammar is read in time that grows no faster than the input, whatever token is repeated.
///
/// `make growth-proof` sets `ILK_GROWTH` to the number of pairs of tokens to try, or to `short` for a few pairs and shorter
/// inputs. A seed chooses the pairs.
@Suite struct `Growth of time` {
    private static let form = ProcessInfo.processInfo.environment["ILK_GROWTH"]
    /// The number of pairs of tokens that the long form tries; `nil` in the short form.
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

    @Test func `a reader that takes time by the square is reported`() {
        let check = GrowthCheck.short
        var sum = 0
        // Other programs may slow down the short inputs alone: then it is measured again.
        let isReported = (0..<3).contains { _ in
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

    /// Milliseconds for inputs from 1 KiB, each twice as long as the one before, and then in proportion to the length.
    @Test(arguments: [
        // A reader of mail, measured: caches and page faults.
        [0.1, 0.2, 0.4, 0.8, 1.07, 3.47, 9.56, 29.2, 60],
        [0.1, 0.6, 2, 8, 30, 60], [0.6, 1.2, 1.4, 2.9],
    ]) func `growth that ends is not reported`(_ times: [Double]) {
        #expect(GrowthCheck.short.excess(seconds: Self.clock(times, power: 1)) == nil)
    }

    @Test(arguments: [[0.1, 0.2, 0.4], [2], [0.1, 0.2, 0.4, 1.2, 2.2, 2.9]])
    func `growth by the square is reported, however late it shows`(_ times: [Double]) {
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

    @Test func `a reader that takes time by the length is not reported`() {
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
