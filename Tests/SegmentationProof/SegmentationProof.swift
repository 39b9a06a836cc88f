import AllocationCounter
import IlkText
import SegmentationOracle

#if os(Linux)
    import Glibc
#endif

#if FUZZING
    // One analyzer per set of rules, created for the first input. libFuzzer calls from a single thread.
    private nonisolated(unsafe) let fuzzed: [(TextAnalyzer, Comparison)] = {
        do {
            return try SegmentationRules.allCases.map {
                (try TextAnalyzer(rules: $0), try Comparison(locale: "en", rules: $0))
            }
        } catch {
            fatalError("ICU has no break rules")
        }
    }()

    /// The entry point of libFuzzer. Ends the program if a text is segmented differently.
    @_cdecl("LLVMFuzzerTestOneInput")
    public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
        let text = Array(UnsafeBufferPointer(start: bytes, count: count))
        for (analyzer, comparison) in fuzzed {
            var comparison = comparison
            guard comparison.compare(text, analyzer) else { fatalError("cut differently from ICU") }
        }
        return 0
    }
#else
    @main
    extension SegmentationProof {}
#endif

/// Compares the segmenter with plain ICU over a given number of texts, and checks that planted faults are
/// detected.
struct SegmentationProof {
    static func main() throws {
        let numbers = CommandLine.arguments.dropFirst().compactMap { UInt64($0.filter { $0 != "_" }) }
        let texts = Int(numbers.first ?? 1_000_000)
        let seed = numbers.dropFirst().first ?? 20_261_121
        print("texts \(texts), seed \(seed), ICU \(TextAnalyzer.icuVersion)")
        var failures = 0
        // Most texts use the default rules. Finnish has another ASCII alphabet, Greek another sentence
        // terminator.
        for (locale, share) in [("en", 70), ("fi", 10), ("el", 5)] {
            failures += try prove(locale, .tailored, texts * share / 100, seed)
        }
        failures += try prove("en", .plain, texts * 15 / 100, seed)
        failures += try proveCharacters()
        for fault in PlantedFault.allCases { failures += try catches(fault, seed) }
        failures += try countAllocations(seed)
        print(failures == 0 ? "proved" : "FAILED")
        exit(failures == 0 ? 0 : 1)
    }

    private static func prove(_ locale: String, _ rules: SegmentationRules, _ texts: Int, _ seed: UInt64)
        throws -> Int
    {
        let cutter = try TextAnalyzer(locale: locale, rules: rules)
        var comparison = try Comparison(locale: locale, rules: rules)
        var source = TextSource(seed: seed)
        var bytes = 0
        for _ in 0..<texts {
            let text = source.next()
            bytes += text.count
            comparison.compare(text, cutter)
        }
        print("\(locale) \(rules): \(texts) texts, \(bytes) bytes, \(comparison.differences) differences")
        if let text = comparison.firstDifference {
            print("  first: \(text)\n  \(String(decoding: text, as: UTF8.self).debugDescription)")
        }
        return comparison.differences
    }

    /// Counts the allocations of tokens, sentences and features once the buffers are large enough. Unit tests
    /// cannot check this, because debug builds allocate where release builds do not.
    private static func countAllocations(_ seed: UInt64) throws -> Int {
        guard allocation_count() >= 0 else {
            print("allocations: skipped, they cannot be counted with this C library")
            return 0
        }
        var failures = 0
        for level in [FeatureLevel.classification, .all] {
            let analyzer = try TextAnalyzer(measuring: level)
            var analysis = AnalyzedText()
            var source = TextSource(seed: seed)
            // ICU's dictionaries allocate, so texts that need one are excluded.
            let texts = (0..<2_000).map { _ in source.next() }.filter { $0.allSatisfy { $0 < 0xE0 } }
            for _ in 0..<2 {
                for text in texts { text.withUnsafeBufferPointer { analyzer.analyze($0, into: &analysis) } }
            }
            let before = allocation_count()
            for text in texts { text.withUnsafeBufferPointer { analyzer.analyze($0, into: &analysis) } }
            let count = allocation_count() - before
            print("\(level): \(count) allocations in \(texts.count) texts")
            if count > 0 { failures += 1 }
        }
        return failures
    }

    private static func proveCharacters() throws -> Int {
        let cutter = try TextAnalyzer()
        var comparison = try Comparison(locale: "en")
        for value in UInt32(0)...0x10_FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            comparison.compare(Array("\(scalar) Ab\(scalar)\(scalar)9é".utf8), cutter)
        }
        print("all characters: \(comparison.differences) differences")
        if let text = comparison.firstDifference { print("  first: \(text)") }
        return comparison.differences
    }

    /// Returns 0 if the fault is detected.
    private static func catches(_ fault: PlantedFault, _ seed: UInt64) throws -> Int {
        let cutter = try fault.cutter(locale: "en")
        var comparison = try Comparison(locale: "en")
        var source = TextSource(seed: seed)
        for count in 1...100_000 where !comparison.compare(source.next(), cutter) {
            print("caught \(fault.rawValue) at text \(count)")
            return 0
        }
        print("NOT CAUGHT: \(fault.rawValue)")
        return 1
    }
}
