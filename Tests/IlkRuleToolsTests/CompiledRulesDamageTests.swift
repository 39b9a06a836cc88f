import IlkText
import IlkVocabulary
import RuleTestSupport
import TestSupport
import Testing

@testable import IlkRules
@testable import IlkRuleTools

@Suite struct `Damaged compiled rules` {
    private func failure(_ bytes: [UInt8], taxonomy: Taxonomy = .documentType) -> FormatError.Code? {
        do {
            _ = try CompiledFixture.read(bytes, taxonomy: taxonomy)
            return nil
        } catch {
            return (error as? FormatError)?.code
        }
    }

    @Test func `a truncated file is rejected at every length`() throws {
        let bytes = try CompiledFixture.bytes()
        for count in 0..<bytes.count {
            #expect(failure(Array(bytes[..<count])) == .truncated, "\(count) bytes")
        }
        #expect(failure(bytes + [0]) == .malformed)
    }

    @Test func `the built-in rules are rejected when truncated at any length`() throws {
        let sources = try ShippedRules.sources()
        let ruleSet = try #require(RuleLint.load(sources: sources, taxonomy: .documentType).ruleSet)
        CompiledRules.bytes(of: ruleSet, from: sources).withUnsafeBytes { bytes in
            var kept = 0
            for count in 0..<bytes.count {
                do throws(FormatError) {
                    _ = try CompiledRules.ruleSet(
                        from: UnsafeRawBufferPointer(rebasing: bytes[..<count]), taxonomy: .documentType)
                    kept += 1
                } catch {
                    if error.code != .truncated { kept += 1 }
                }
            }
            #expect(kept == 0)
        }
    }

    @Test func `a flipped bit in any byte is rejected`() throws {
        var bytes = try CompiledFixture.bytes()
        for index in bytes.indices {
            bytes[index] ^= 1 << UInt8(index % 8)
            #expect(failure(bytes) != nil, "byte \(index)")
            bytes[index] ^= 1 << UInt8(index % 8)
        }
        #expect(failure(bytes) == nil)
    }

    @Test(arguments: [11, 12, 13])
    func `random flipped bits in the built-in rules are rejected`(_ seed: UInt64) throws {
        let sources = try ShippedRules.sources()
        let ruleSet = try #require(
            RulePack.load(sources: sources, taxonomy: .documentType).ruleSet)
        var bytes = CompiledRules.bytes(of: ruleSet, from: sources)
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<1_000 {
            let index = Int.random(in: bytes.indices, using: &generator)
            let bit = UInt8(1) << UInt8.random(in: 0..<8, using: &generator)
            bytes[index] ^= bit
            #expect(failure(bytes) != nil, "seed \(seed), byte \(index), bit \(bit)")
            bytes[index] ^= bit
        }
    }

    /// Damage that the checksum cannot reveal is rejected by validation, or is harmless.
    @Test func `damage with a valid checksum is rejected or yields runnable rules`() throws {
        let bytes = try CompiledFixture.bytes()
        let analyses = try CompiledFixture.texts.map { try RuleFixture.analysis($0) }
        var generator = SeededGenerator(seed: 5)
        var (refused, run) = (0, 0)
        // Steps of 3 bytes and 4 kinds of damage: 3 and 4 are coprime, so every kind reaches every record.
        for index in stride(from: CompiledRulesFile.headerSize, to: bytes.count, by: 3) {
            var changed = bytes
            changed[index] =
                [changed[index] ^ 1 << UInt8.random(in: 0..<8, using: &generator), 0xFF, 0, 0x7F][
                    index % 4]
            do {
                let ruleSet = try CompiledFixture.read(StableHash.addingChecksum(changed))
                let matcher = RuleMatcher(ruleSet)
                for analysis in analyses {
                    matcher.evaluate(analysis)
                    for hit in matcher.hits { _ = matcher.evidence(of: hit) }
                }
                _ = matcher.clauses(ofRule: 0, analyses[1], because: .yes)
                run += 1
            } catch {
                #expect(error is FormatError)
                refused += 1
            }
        }
        #expect(refused > 500 && run > 500, "\(refused) refused, \(run) run")
    }

    @Test func `rules that depend on themselves are rejected`() throws {
        let pack = RuleFixture.pack(
            RuleFixture.rule("a.a", match: "m: { literal: x }", when: "m or rule(b.b)")
                + RuleFixture.rule("b.b", match: "m: { literal: y }", when: "m or rule(c.c)")
                + RuleFixture.rule("c.c", match: "m: { literal: z }"))
        let ruleSet = try RuleFixture.ruleSet(pack)
        var bytes = CompiledRules.bytes(
            of: ruleSet, from: [RuleSource(name: "test.yaml", text: pack)])
        #expect(failure(bytes) == nil)
        // The second rule's reference to the third rule is changed to the first.
        let file = try bytes.withUnsafeBytes { try CompiledRulesFile($0).offset(.nodes) }
        let node = try #require(
            ruleSet.program.nodes.firstIndex { $0.operation == .rule && $0.first == 2 })
        bytes[file + node * CompiledRulesFile.Section.nodes.recordSize + 4] = 0
        #expect(failure(StableHash.addingChecksum(bytes)) == .malformed)
    }

    /// The byte 0xFF marks the end of a text, so a literal that contains it would match there.
    @Test func `literals with bytes that do not occur in UTF-8 are rejected`() throws {
        let bytes = try CompiledFixture.bytes()
        let places = try bytes.withUnsafeBytes { raw in
            let file = try CompiledRulesFile(raw)
            return file.offset(.literalPool)..<file.offset(.literalPool, file.count(.literalPool))
        }
        #expect(places.count > 20)
        for place in places {
            var changed = bytes
            changed[place] = 0xFF
            #expect(failure(StableHash.addingChecksum(changed)) == .malformed, "\(place)")
        }
    }

    @Test func `each kind of foreign file has its own error code`() throws {
        let bytes = try CompiledFixture.bytes()
        #expect(failure([]) == .truncated)
        #expect(failure([UInt8](repeating: 0x20, count: 5_000)) == .notCompiledRules)
        var older = bytes
        older[8] &+= 1
        #expect(failure(older) == .unsupportedVersion)
        var former = bytes
        former[8] &-= 1
        #expect(failure(StableHash.addingChecksum(former)) == nil, "the previous format is read")
        var features = bytes
        features[68] &+= 1
        #expect(failure(StableHash.addingChecksum(features)) == .unsupportedVersion)
        #expect(
            failure(bytes, taxonomy: Taxonomy(name: "other", categories: Taxonomy.documentType.categories))
                == .taxonomyMismatch)
        #expect(
            failure(bytes, taxonomy: Taxonomy(name: "doctype", categories: ["email", "code"]))
                == .taxonomyMismatch)
    }
}
