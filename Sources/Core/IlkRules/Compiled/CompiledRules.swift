import IlkText
public import IlkVocabulary

/// Rules in the form that they run in, as bytes: written once, read in a fraction of the time that their YAML takes.
/// `docs/compiled-rules.md` describes the format.
///
/// Regular expressions stay as they are written, and examples are left out.
public enum CompiledRules {
    /// The version of the form. It is raised whenever the same rules come to other bytes, or the same bytes mean
    /// something else: what an older program wrote is then made anew. A test tells when it must be raised.
    public static let version: UInt32 = 7
    /// The versions that can be read. Form 6 differs from form 7 in parts that nothing reads.
    public static let readableVersions: ClosedRange<UInt32> = 6...7

    /// The rules of some bytes. They have no examples.
    ///
    /// Nothing of the bytes is used in place: they need not last. They are not trusted either: whatever they hold,
    /// they make a rule set that can be run, or an error.
    ///
    /// - Parameters:
    ///   - bytes: The contents of a file of compiled rules.
    ///   - taxonomy: What the rules decide among.
    ///   - sources: The files that the rules were made of, if they are at hand: rules then say that they stand in
    /// these.
    /// - Throws: ``FormatError`` when they are not for this program or this taxonomy, or were changed.
    /// - Complexity: Linear in the bytes.
    public static func ruleSet(
        from bytes: UnsafeRawBufferPointer, taxonomy: Taxonomy, sources: [RuleSource] = []
    ) throws(FormatError) -> RuleSet {
        let reader = try CompiledRulesReader(bytes, taxonomy: taxonomy)
        return try reader.ruleSet(named: sources.map { ($0.name, CompiledSource($0.bytes)) })
    }

    /// The rules of some bytes if they were made of just these sources; nil if not, or when the bytes cannot be used.
    ///
    /// The sources are told by lengths and hashes, not by digests: for bytes that nobody would exchange, as those
    /// inside a program.
    public static func ruleSet(
        from bytes: UnsafeRawBufferPointer, taxonomy: Taxonomy,
        madeOf sources: [(name: String, bytes: UnsafeBufferPointer<UInt8>)]
    ) -> RuleSet? {
        let marks = sources.map { ($0.name, CompiledSource($0.bytes)) }
        do {
            let reader = try CompiledRulesReader(bytes, taxonomy: taxonomy)
            guard try reader.sources().map(\.mark).sorted() == marks.map(\.1).sorted() else { return nil }
            return try reader.ruleSet(named: marks)
        } catch {
            return nil
        }
    }
}

/// By what a source is known again: its length and its hash.
package struct CompiledSource: Hashable, Comparable {
    package let count: UInt64
    package let hash: UInt64

    init(count: UInt64, hash: UInt64) {
        self.count = count
        self.hash = hash
    }

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        count = UInt64(bytes.count)
        hash = bytes.baseAddress.map { StableHash.hash($0, count: bytes.count, seed: 0) } ?? 0
    }

    package init(_ bytes: [UInt8]) {
        self = bytes.withUnsafeBufferPointer { CompiledSource($0) }
    }

    package static func < (left: CompiledSource, right: CompiledSource) -> Bool {
        (left.count, left.hash) < (right.count, right.hash)
    }
}
