/// The payload of an entry: named values in a defined order. Names are compared byte by byte, so names that
/// differ only in Unicode normalization are different names.
public struct DebugPayload: Sendable, Hashable {
    /// A named value.
    public struct Field: Sendable, Hashable {
        /// The name of the field.
        public let name: String
        /// The value of the field.
        public let value: DebugPayloadValue

        /// Creates a named value.
        ///
        /// - Parameters:
        ///   - name: The name.
        ///   - value: The value.
        public init(_ name: String, _ value: DebugPayloadValue) {
            self.name = name
            self.value = value
        }
    }

    /// The fields. Names are unique.
    public private(set) var fields: [Field]

    /// Creates an empty payload.
    public init() { fields = [] }

    /// Creates a payload. If a name occurs twice, the last value is used, at the position of the first one.
    ///
    /// - Parameter members: The fields.
    /// - Complexity: O(*n*) in the total length of the names.
    public init(_ members: [Field]) {
        guard Self.hasRepeated(members) else {
            self.fields = members
            return
        }
        self.fields = []
        var places: [[UInt8]: Int] = [:]
        for member in members {
            let name = Array(member.name.utf8)
            if let place = places[name] {
                self.fields[place] = Field(self.fields[place].name, member.value)
            } else {
                places[name] = self.fields.count
                self.fields.append(member)
            }
        }
    }

    /// The value of the field with a name, or `nil` if there is no such field. Assigning `nil` removes the
    /// field.
    ///
    /// - Parameter name: The name, compared by its bytes.
    /// - Complexity: O(*n*) in the number of fields.
    public subscript(name: String) -> DebugPayloadValue? {
        get { place(of: name).map { fields[$0].value } }
        set {
            if let place = place(of: name) {
                if let newValue {
                    fields[place] = Field(name, newValue)
                } else {
                    fields.remove(at: place)
                }
            } else if let newValue {
                fields.append(Field(name, newValue))
            }
        }
    }

    /// `true` if there are no fields.
    public var isEmpty: Bool { fields.isEmpty }

    private func place(of name: String) -> Int? {
        fields.firstIndex { $0.name.utf8.elementsEqual(name.utf8) }
    }

    static func hasRepeated(_ members: [Field]) -> Bool {
        if members.count < 16 {
            return members.indices.contains { place in
                members[..<place].contains { $0.name.utf8.elementsEqual(members[place].name.utf8) }
            }
        }
        return Set(members.map { Array($0.name.utf8) }).count < members.count
    }

    /// The maximum ``textLength(under:)`` of an entry's payload, in bytes.
    static let maximumTextLength = 8 << 20

    /// The reason why the payload cannot be sent, or `nil` if the payload can be sent.
    var fault: DebugEntryError? {
        fault(depth: 1) ?? (textLength() > Self.maximumTextLength ? .tooLarge : nil)
    }

    func fault(depth: Int) -> DebugEntryError? {
        guard depth <= DebugPayloadValue.maximumDepth else { return .tooDeep }
        for member in fields { if let fault = member.value.fault(depth: depth + 1) { return fault } }
        return nil
    }

    /// Returns the total length of the paths and values of all scalars, which is about the length of the
    /// text of the entry. Because paths repeat names, this length can grow with the square of the length of
    /// the JSON.
    func textLength(under path: Int = 0) -> Int {
        fields.reduce(0) { $0 + $1.value.textLength(under: path + $1.name.utf8.count + 1) }
    }

    var memory: Int { fields.reduce(32) { $0 + 16 + $1.name.utf8.count + $1.value.memory } }
}

extension DebugPayload: ExpressibleByDictionaryLiteral {
    /// Creates a payload. If a name occurs twice, the last value is used.
    public init(dictionaryLiteral elements: (String, DebugPayloadValue)...) {
        self.init(elements.map { Field($0, $1) })
    }
}

extension DebugPayload {
    /// Calls a closure with each scalar and its path, for example `user.name` or `list.0`. Empty objects and
    /// arrays are skipped.
    ///
    /// - Parameters:
    ///   - body: A closure that receives the path and the scalar.
    ///   - path: The names and indexes that lead to the scalar, separated by dots.
    ///   - value: The scalar.
    /// - Throws: The error of `body`.
    /// - Complexity: O(*n*) in the total length of all paths.
    public func forEachScalar(_ body: (_ path: String, _ value: DebugPayloadValue) throws -> Void) rethrows {
        for member in fields { try Self.forEachScalar(of: member.value, at: member.name, body) }
    }

    private static func forEachScalar(
        of value: DebugPayloadValue, at path: String, _ body: (String, DebugPayloadValue) throws -> Void
    ) rethrows {
        switch value {
        case .object(let inner):
            for member in inner.fields {
                try forEachScalar(of: member.value, at: path + "." + member.name, body)
            }
        case .array(let values):
            for (place, inner) in values.enumerated() {
                try forEachScalar(of: inner, at: "\(path).\(place)", body)
            }
        default: try body(path, value)
        }
    }
}
