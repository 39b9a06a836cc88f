/// A value of a payload, which can be any JSON value. Integers and floating-point numbers are distinct: 1.0
/// does not become the integer 1.
public indirect enum DebugPayloadValue: Sendable, Hashable {
    /// The value null.
    case null
    /// A Boolean value.
    case bool(Bool)
    /// An integer.
    case integer(Int64)
    /// A floating-point number. NaN and infinities cannot be sent.
    case number(Double)
    /// A string.
    case string(String)
    /// An array.
    case array([DebugPayloadValue])
    /// An object.
    case object(DebugPayload)

    /// The maximum nesting of arrays and objects. The payload itself is the first level.
    public static let maximumDepth = 64
}

extension DebugPayloadValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringInterpolation, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    /// Creates the value null.
    public init(nilLiteral: ()) { self = .null }
    /// Creates a Boolean value.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// Creates an integer.
    public init(integerLiteral value: Int64) { self = .integer(value) }
    /// Creates a floating-point number.
    public init(floatLiteral value: Double) { self = .number(value) }
    /// Creates a string.
    public init(stringLiteral value: String) { self = .string(value) }
    /// Creates an array.
    public init(arrayLiteral elements: DebugPayloadValue...) { self = .array(elements) }
    /// Creates an object. If a name occurs twice, the last value is used.
    public init(dictionaryLiteral elements: (String, DebugPayloadValue)...) {
        self = .object(DebugPayload(elements.map { DebugPayload.Field($0, $1) }))
    }
}

extension DebugPayloadValue {
    /// Converts a Swift value. Returns `nil` if JSON cannot represent the value.
    ///
    /// - Parameter value: A `Bool`, an integer of at most 64 bits, a `Double`, `Float` or `String`, `nil`, or
    ///   an array or dictionary of these. The keys of a dictionary are sorted.
    /// - Complexity: O(*n* log *n*) in the number of values.
    public init?(_ value: Any?) {
        switch value {
        case nil: self = .null
        case let value as DebugPayloadValue: self = value
        case let value as DebugPayload: self = .object(value)
        case let value as Bool: self = .bool(value)
        case let value as any BinaryInteger:
            guard let whole = Int64(exactly: value) else { return nil }
            self = .integer(whole)
        case let value as Double: self = .number(value)
        case let value as Float: self = .number(Double(value))
        case let value as String: self = .string(value)
        case let value as [Any]:
            let values = value.compactMap { DebugPayloadValue($0) }
            guard values.count == value.count else { return nil }
            self = .array(values)
        case let value as [String: Any]:
            var members: [DebugPayload.Field] = []
            for name in value.keys.sorted() {
                guard let inner = DebugPayloadValue(value[name]) else { return nil }
                members.append(DebugPayload.Field(name, inner))
            }
            self = .object(DebugPayload(members))
        default: return nil
        }
    }

    /// The number, or `nil` if the value is neither an integer nor a floating-point number.
    public var asNumber: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        default: nil
        }
    }

    /// The string, or `nil` if the value is not a string.
    public var asString: String? { if case .string(let text) = self { text } else { nil } }
    /// The object as a payload, or `nil` if the value is not an object.
    public var asObject: DebugPayload? { if case .object(let payload) = self { payload } else { nil } }
    /// The elements of the array, or `nil` if the value is not an array.
    public var asArray: [DebugPayloadValue]? { if case .array(let values) = self { values } else { nil } }

    func fault(depth: Int) -> DebugEntryError? {
        switch self {
        case .number(let value): return value.isFinite ? nil : .notANumber
        case .array(let values):
            guard depth <= Self.maximumDepth else { return .tooDeep }
            for value in values { if let fault = value.fault(depth: depth + 1) { return fault } }
            return nil
        case .object(let payload): return payload.fault(depth: depth)
        default: return nil
        }
    }

    /// Returns the total length of the paths and values of all scalars in this value. `path` is the length of
    /// the path to this value.
    func textLength(under path: Int) -> Int {
        switch self {
        case .null, .bool, .integer, .number: path + 24
        case .string(let text): path + 2 + text.utf8.count
        case .array(let values): values.reduce(0) { $0 + $1.textLength(under: path + 8) }
        case .object(let payload): payload.textLength(under: path)
        }
    }

    /// The approximate memory of the value, in bytes.
    var memory: Int {
        switch self {
        case .null, .bool, .integer, .number: 16
        case .string(let text): 32 + text.utf8.count
        case .array(let values): values.reduce(32) { $0 + $1.memory }
        case .object(let payload): payload.memory
        }
    }
}
