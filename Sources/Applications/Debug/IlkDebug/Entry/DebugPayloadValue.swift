/// A value of an event's payload: everything that JSON can say, and nothing is lost on the way. A whole number stays one,
/// and so does a number with a fraction, be it 1.0 or -0.0.
public indirect enum DebugPayloadValue: Sendable, Hashable {
    /// Nothing.
    case null
    /// Yes or no.
    case bool(Bool)
    /// A whole number.
    case integer(Int64)
    /// A number with a fraction. Not-a-number and the infinities cannot be sent.
    case number(Double)
    /// A text.
    case string(String)
    /// Values in their order.
    case array([DebugPayloadValue])
    /// Values under names.
    case object(DebugPayload)

    /// How deep arrays and objects may stand in one another; the payload itself is the first level.
    public static let maximumDepth = 64
}

extension DebugPayloadValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringInterpolation, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    /// Nothing.
    public init(nilLiteral: ()) { self = .null }
    /// Yes or no.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// A whole number.
    public init(integerLiteral value: Int64) { self = .integer(value) }
    /// A number with a fraction.
    public init(floatLiteral value: Double) { self = .number(value) }
    /// A text.
    public init(stringLiteral value: String) { self = .string(value) }
    /// Values in their order.
    public init(arrayLiteral elements: DebugPayloadValue...) { self = .array(elements) }
    /// Values under names; of two of one name the last one counts.
    public init(dictionaryLiteral elements: (String, DebugPayloadValue)...) {
        self = .object(DebugPayload(elements.map { DebugPayload.Member($0, $1) }))
    }
}

extension DebugPayloadValue {
    /// The value of anything that Swift has a plain type for; nil for what JSON cannot say.
    ///
    /// - Parameter value: A `Bool`, a whole number that fits 64 bits, a `Double` or `Float`, a `String`, nil, and arrays and
    ///   dictionaries of those.
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
            var members: [DebugPayload.Member] = []
            for name in value.keys.sorted() {
                guard let inner = DebugPayloadValue(value[name]) else { return nil }
                members.append(DebugPayload.Member(name, inner))
            }
            self = .object(DebugPayload(members))
        default: return nil
        }
    }

    /// The number, whole or not; nil for anything else.
    public var asNumber: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        default: nil
        }
    }

    /// The text; nil for anything else.
    public var asString: String? { if case .string(let text) = self { text } else { nil } }
    /// The values under names; nil for anything else.
    public var asObject: DebugPayload? { if case .object(let payload) = self { payload } else { nil } }
    /// The values in their order; nil for anything else.
    public var asArray: [DebugPayloadValue]? { if case .array(let values) = self { values } else { nil } }

    /// What keeps the value from being sent; nil when nothing does.
    func fault(depth: Int) -> DebugEntryFault? {
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

    /// The bytes of the paths and values of its leaves, below a path of so many bytes.
    func textLength(under path: Int) -> Int {
        switch self {
        case .null, .bool, .integer, .number: path + 24
        case .string(let text): path + 2 + text.utf8.count
        case .array(let values): values.reduce(0) { $0 + $1.textLength(under: path + 8) }
        case .object(let payload): payload.textLength(under: path)
        }
    }

    /// About how many bytes of memory it takes.
    var memory: Int {
        switch self {
        case .null, .bool, .integer, .number: 16
        case .string(let text): 32 + text.utf8.count
        case .array(let values): values.reduce(32) { $0 + $1.memory }
        case .object(let payload): payload.memory
        }
    }
}
