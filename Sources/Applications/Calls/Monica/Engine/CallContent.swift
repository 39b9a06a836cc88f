/// The content of a call as the sync sees it, regardless of the type of record in which Monica stores the
/// call.
public struct CallContent: Hashable, Sendable, Codable {
    /// Monica's id of the contact.
    public var contact: Int32
    /// The start time in seconds since 1970. Monica stores no fractions.
    public var calledAt: Int64
    /// The duration in minutes, or 0 if no duration was recorded.
    public var duration: Int32
    /// The emotion of the call, as the raw value of an `EmotionalState`; `nil` if no emotion was recorded.
    public var emotion: String?
    /// Free text about the call.
    public var notes: String

    /// The maximum length of notes in Unicode scalars.
    public static let longestNotes = 5000

    package init(
        contact: Int32, calledAt: Int64, duration: Int32 = 0, emotion: String? = nil, notes: String = ""
    ) {
        self.contact = contact
        self.calledAt = calledAt
        self.duration = duration
        self.emotion = emotion
        self.notes = notes
    }

    /// The range of start times that a store can hold, in seconds since 1970: years 1691 to 2248.
    public static let times: Range<Int64> = -8_796_093_022..<8_796_093_022

    /// The reason why the store cannot hold this content, as a sentence for the user. `nil` if the store can
    /// hold the content.
    public var storageObstacle: String? {
        let length = notes.unicodeScalars.count
        if length > Self.longestNotes {
            return "The notes on the server have \(length) characters; the maximum is \(Self.longestNotes)."
        }
        return Self.times.contains(calledAt)
            ? nil : "The time on the server is not between the years 1691 and 2248."
    }

    /// The 64-bit FNV-1a hash of the fields. The hash distinguishes the versions of one call.
    public var digest: UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        for number in [Int64(contact), calledAt, Int64(duration)] {
            for shift: Int64 in stride(from: 0, to: 64, by: 8) {
                add(UInt8(truncatingIfNeeded: number >> shift))
            }
        }
        for byte in (emotion ?? "").utf8 { add(byte) }
        add(0xFF)
        for byte in notes.utf8 { add(byte) }
        return hash
    }

    /// Merges two contents that differ only in their notes. If the notes of one content begin with the notes
    /// of the other, the longer notes are used. Otherwise, if both begin with the notes of the base version,
    /// both additions are appended to the base notes.
    ///
    /// - Parameters:
    ///   - other: The other content.
    ///   - base: The content on which both contents are based, or `nil` if that content is unknown.
    /// - Returns: The merged content, or `nil` if the contents cannot be merged or the notes would be too
    ///   long. Swapping the contents gives the same result.
    public func mergingAppendedNotes(with other: CallContent, from base: CallContent?) -> CallContent? {
        var beside = other
        beside.notes = notes
        guard beside == self else { return nil }
        if notes.hasPrefix(other.notes) { return self }
        if other.notes.hasPrefix(notes) { return other }
        guard let base, notes.hasPrefix(base.notes), other.notes.hasPrefix(base.notes) else { return nil }
        // Sort the additions, so that both sides compute the same result.
        let (mine, others) = (notes.dropFirst(base.notes.count), other.notes.dropFirst(base.notes.count))
        let (first, second) = mine < others ? (mine, others) : (others, mine)
        var grown = self
        grown.notes = base.notes + first + second
        return grown.notes.unicodeScalars.count <= Self.longestNotes ? grown : nil
    }
}

/// The history of a version of a call: the digests of the version and of the versions on which it is based.
public struct CallLineage: Hashable, Sendable, Codable {
    /// The digest of the version, followed by the digests of the versions on which it is based, latest first.
    public private(set) var digests: [UInt64]

    /// The maximum number of digests; older digests are dropped. A dropped digest can lead to an unnecessary
    /// conflict copy, but never to the loss of a version.
    public static let capacity = 16

    /// Creates a lineage.
    ///
    /// - Parameter digests: The digests, the latest first. Only the first ``capacity`` are kept.
    public init(_ digests: [UInt64] = []) { self.digests = Array(digests.prefix(Self.capacity)) }

    /// Returns `true` if a version belongs to this history.
    ///
    /// - Parameter content: The content of the version.
    public func includes(_ content: CallContent) -> Bool { digests.contains(content.digest) }

    /// Returns the lineage of a new version that is based on the version of this lineage, and optionally on
    /// the version of another lineage.
    ///
    /// - Parameters:
    ///   - content: The content of the new version.
    ///   - other: The lineage of a second base version.
    public func extended(by content: CallContent, over other: CallLineage = CallLineage()) -> CallLineage {
        var all = [content.digest]
        for pair in zipLongest(digests, other.digests) where !all.contains(pair) { all.append(pair) }
        return CallLineage(all)
    }

    /// Interleaves two lists of digests, so that truncation drops the oldest digests of both.
    private func zipLongest(_ one: [UInt64], _ other: [UInt64]) -> [UInt64] {
        (0..<max(one.count, other.count)).flatMap { index in
            [one, other].compactMap { index < $0.count ? $0[index] : nil }
        }
    }
}
