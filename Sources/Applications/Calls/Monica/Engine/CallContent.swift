/// What a call says, as it travels: the same whichever of Monica's records carries it.
public struct CallContent: Hashable, Sendable, Codable {
    /// Whom it was with, by Monica's number.
    public var contact: Int32
    /// When it was: seconds since 1970, for Monica keeps no more.
    public var calledAt: Int64
    /// In minutes; 0 when it was not recorded.
    public var duration: Int32
    /// How it felt, by the name of the state.
    public var emotion: String?
    /// What was said.
    public var notes: String

    /// Characters (Unicode scalars) that notes may have.
    public static let longestNotes = 5000

    /// A call of these parts.
    public init(
        contact: Int32, calledAt: Int64, duration: Int32 = 0, emotion: String? = nil, notes: String = ""
    ) {
        self.contact = contact
        self.calledAt = calledAt
        self.duration = duration
        self.emotion = emotion
        self.notes = notes
    }

    /// The times that a store has room for, in seconds since 1970: 1691 to 2248.
    public static let times: Range<Int64> = -8_796_093_022..<8_796_093_022

    /// Why a store cannot hold it, as a sentence of a person's; nil when it can.
    public var obstacle: String? {
        let length = notes.unicodeScalars.count
        if length > Self.longestNotes {
            return "The notes there have \(length) characters, and at most \(Self.longestNotes) fit here."
        }
        return Self.times.contains(calledAt) ? nil : "The time there is not between 1691 and 2248."
    }

    /// A number that names this content among the versions of one call (FNV-1a, 64 bits, of its parts).
    public var digest: UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        func take(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        for number in [Int64(contact), calledAt, Int64(duration)] {
            for shift: Int64 in stride(from: 0, to: 64, by: 8) {
                take(UInt8(truncatingIfNeeded: number >> shift))
            }
        }
        for byte in (emotion ?? "").utf8 { take(byte) }
        take(0xFF)
        for byte in notes.utf8 { take(byte) }
        return hash
    }

    /// Both contents together, when nothing but the notes differs and both only added to the notes they began with.
    ///
    /// - Returns: Nil when they did something else, or the notes would become too long.
    public func grown(with other: CallContent, from base: CallContent?) -> CallContent? {
        var beside = other
        beside.notes = notes
        guard beside == self else { return nil }
        if notes.hasPrefix(other.notes) { return self }
        if other.notes.hasPrefix(notes) { return other }
        guard let base, notes.hasPrefix(base.notes), other.notes.hasPrefix(base.notes) else { return nil }
        // The order of the additions is the same on both sides.
        let (mine, others) = (notes.dropFirst(base.notes.count), other.notes.dropFirst(base.notes.count))
        let (first, second) = mine < others ? (mine, others) : (others, mine)
        var grown = self
        grown.notes = base.notes + first + second
        return grown.notes.unicodeScalars.count <= Self.longestNotes ? grown : nil
    }
}

/// The versions that went into one, by the digests of their contents: the latest first, a bounded number.
public struct CallLineage: Hashable, Sendable, Codable {
    /// The digests, the version's own first.
    public private(set) var digests: [UInt64]

    /// Versions that are remembered. Those behind may be kept as if they had lost, never the other way round.
    public static let capacity = 16

    /// A version without a past, or with one that was read somewhere.
    public init(_ digests: [UInt64] = []) { self.digests = Array(digests.prefix(Self.capacity)) }

    /// Whether that content went into this version.
    public func includes(_ content: CallContent) -> Bool { digests.contains(content.digest) }

    /// The lineage of a content that was written over this one, and over another.
    public func followed(by content: CallContent, over other: CallLineage = CallLineage()) -> CallLineage {
        var all = [content.digest]
        for pair in zipLongest(digests, other.digests) where !all.contains(pair) { all.append(pair) }
        return CallLineage(all)
    }

    /// Both in turns, so that what is cut off at the end is the oldest of both.
    private func zipLongest(_ one: [UInt64], _ other: [UInt64]) -> [UInt64] {
        (0..<max(one.count, other.count)).flatMap { index in
            [one, other].compactMap { index < $0.count ? $0[index] : nil }
        }
    }
}
