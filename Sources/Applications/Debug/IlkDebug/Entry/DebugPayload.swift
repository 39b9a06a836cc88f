/// Values under names, in the order in which they were given. Names are told apart by their bytes: two spellings of one
/// accent are two names, as they are for a database.
public struct DebugPayload: Sendable, Hashable {
    /// A value under its name.
    public struct Member: Sendable, Hashable {
        /// The name.
        public let name: String
        /// The value.
        public let value: DebugPayloadValue

        /// A value under a name.
        public init(_ name: String, _ value: DebugPayloadValue) {
            self.name = name
            self.value = value
        }
    }

    /// The members, no name twice.
    public private(set) var members: [Member]

    /// Nothing.
    public init() { members = [] }

    /// These members; of two of one name the last one counts, at the place of the first.
    ///
    /// - Complexity: O(*n*) in the members and their names.
    public init(_ members: [Member]) {
        guard Self.hasRepeated(members) else {
            self.members = members
            return
        }
        self.members = []
        var places: [[UInt8]: Int] = [:]
        for member in members {
            let name = Array(member.name.utf8)
            if let place = places[name] {
                self.members[place] = Member(self.members[place].name, member.value)
            } else {
                places[name] = self.members.count
                self.members.append(member)
            }
        }
    }

    /// The value under a name; nil for none. Linear.
    public subscript(name: String) -> DebugPayloadValue? {
        get { place(of: name).map { members[$0].value } }
        set {
            if let place = place(of: name) {
                if let newValue {
                    members[place] = Member(name, newValue)
                } else {
                    members.remove(at: place)
                }
            } else if let newValue {
                members.append(Member(name, newValue))
            }
        }
    }

    /// Whether there is nothing.
    public var isEmpty: Bool { members.isEmpty }

    private func place(of name: String) -> Int? {
        members.firstIndex { $0.name.utf8.elementsEqual(name.utf8) }
    }

    /// Whether a name stands there twice.
    static func hasRepeated(_ members: [Member]) -> Bool {
        if members.count < 16 {
            return members.indices.contains { place in
                members[..<place].contains { $0.name.utf8.elementsEqual(members[place].name.utf8) }
            }
        }
        return Set(members.map { Array($0.name.utf8) }).count < members.count
    }

    /// The longest text that the leaves of an entry's payload may have (``textLength(under:)``), in bytes.
    static let mostText = 8 << 20

    /// The reason why it cannot be an entry's payload, or `nil` if it can.
    var fault: DebugEntryFault? { fault(depth: 1) ?? (textLength() > Self.mostText ? .tooLarge : nil) }

    func fault(depth: Int) -> DebugEntryFault? {
        guard depth <= DebugPayloadValue.maximumDepth else { return .tooDeep }
        for member in members { if let fault = member.value.fault(depth: depth + 1) { return fault } }
        return nil
    }

    /// The bytes of the paths and values of all leaves: about the length of an entry's text. Unlike the entry, it may grow
    /// with the square of the JSON, where a long name stands above many values.
    func textLength(under path: Int = 0) -> Int {
        members.reduce(0) { $0 + $1.value.textLength(under: path + $1.name.utf8.count + 1) }
    }

    var memory: Int { members.reduce(32) { $0 + 16 + $1.name.utf8.count + $1.value.memory } }
}

extension DebugPayload: ExpressibleByDictionaryLiteral {
    /// Values under names; of two of one name the last one counts.
    public init(dictionaryLiteral elements: (String, DebugPayloadValue)...) {
        self.init(elements.map { Member($0, $1) })
    }
}

extension DebugPayload {
    /// What stands at the ends of the branches, each with its path: `user.name`, `list.0`. Objects and arrays of nothing
    /// have no end.
    ///
    /// - Complexity: Linear in the size.
    public func leaves(_ body: (_ path: String, _ value: DebugPayloadValue) throws -> Void) rethrows {
        for member in members { try Self.leaves(of: member.value, at: member.name, body) }
    }

    private static func leaves(
        of value: DebugPayloadValue, at path: String, _ body: (String, DebugPayloadValue) throws -> Void
    ) rethrows {
        switch value {
        case .object(let inner):
            for member in inner.members { try leaves(of: member.value, at: path + "." + member.name, body) }
        case .array(let values):
            for (place, inner) in values.enumerated() { try leaves(of: inner, at: "\(path).\(place)", body) }
        default: try body(path, value)
        }
    }
}
