public import IlkVocabulary

/// How a person names a record of a store.
public enum RecordReference: Sendable, Hashable {
    /// The n-th newest, counted from 1: written `-1`, `-2`, ...
    case newest(Int)
    /// The record of this id.
    case id(RecordID)
    /// The record whose id ends with these characters, upper case: 8 to 12 hexadecimal digits.
    case suffix(String)

    /// Reads a reference in either case.
    ///
    /// - Throws: ``RecordStoreError/malformedReference``.
    public init(_ text: String) throws {
        if let id = RecordID(text) {
            self = .id(id)
        } else if text.utf8.first == UInt8(ascii: "-"), let place = Int(text), place < 0, place > Int.min {
            self = .newest(-place)
        } else if (8...12).contains(text.utf8.count), text.utf8.allSatisfy(\.isASCIIHexDigit) {
            self = .suffix(text.uppercased())
        } else {
            throw RecordStoreError.malformedReference
        }
    }
}

extension RecordReference: CustomStringConvertible {
    /// As a person would write it.
    public var description: String {
        switch self {
        case .newest(let place): "-\(place)"
        case .id(let id): id.description
        case .suffix(let suffix): suffix
        }
    }
}
