import IlkFraming

/// Finds the fields of objects and the elements of arrays by brackets, commas and quotes, without checking
/// values. An invalid value therefore affects only one entry of a request. The search does not recurse, so
/// any depth of nesting is permitted.
struct JSONOutline {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The range of the document without surrounding white space.
    var all: Range<Int> { trimmed(0..<bytes.count) }

    func value(_ range: Range<Int>) -> ArraySlice<UInt8> { bytes[range] }

    func read(_ range: Range<Int>, maximumDepth: Int) throws(DebugEntryError) -> DebugPayloadValue {
        try DebugPayloadValue(json: Array(bytes[range]), maximumDepth: maximumDepth)
    }

    /// Returns the ranges of an array's elements, or `nil` if the value is not an array.
    func elements(_ range: Range<Int>) -> [Range<Int>]? {
        guard bytes[range].first == UInt8(ascii: "["), let parts = parts(range) else { return nil }
        return parts
    }

    /// Returns the ranges of an object's values by name, or `nil` if the value is not an object. Escapes in
    /// names are not decoded. If a name occurs twice, the last value is used.
    func members(_ range: Range<Int>) -> [String: Range<Int>]? {
        guard bytes[range].first == UInt8(ascii: "{"), let parts = parts(range) else { return nil }
        var members: [String: Range<Int>] = [:]
        for part in parts {
            guard let (name, rest) = named(part) else { return nil }
            members[name] = rest
        }
        return members
    }

    private func named(_ part: Range<Int>) -> (String, Range<Int>)? {
        guard bytes[part].first == UInt8(ascii: "\""),
            let quote = endOfString(part.lowerBound, part.upperBound)
        else { return nil }
        var colon = quote
        while colon < part.upperBound, bytes[colon].isJSONWhitespace { colon += 1 }
        guard colon < part.upperBound, bytes[colon] == UInt8(ascii: ":") else { return nil }
        let value = trimmed(colon + 1..<part.upperBound)
        guard !value.isEmpty else { return nil }
        return (String(decoding: bytes[part.lowerBound + 1..<quote - 1], as: UTF8.self), value)
    }

    /// Returns the ranges between the commas of an array or object, or `nil` if brackets or quotes are not
    /// balanced.
    private func parts(_ range: Range<Int>) -> [Range<Int>]? {
        var parts: [Range<Int>] = []
        var open: [UInt8] = []
        var place = range.lowerBound
        var begin = place + 1
        while place < range.upperBound {
            switch bytes[place] {
            case UInt8(ascii: "\""):
                guard let end = endOfString(place, range.upperBound) else { return nil }
                place = end
                continue
            case UInt8(ascii: "{"): open.append(UInt8(ascii: "}"))
            case UInt8(ascii: "["): open.append(UInt8(ascii: "]"))
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                guard open.popLast() == bytes[place] else { return nil }
                guard open.isEmpty else { break }
                guard trimmed(place + 1..<range.upperBound).isEmpty else { return nil }
                let last = trimmed(begin..<place)
                if last.isEmpty { return parts.isEmpty ? [] : nil }
                return parts + [last]
            case UInt8(ascii: ",") where open.count == 1:
                let part = trimmed(begin..<place)
                guard !part.isEmpty else { return nil }
                parts.append(part)
                begin = place + 1
            default: break
            }
            place += 1
        }
        return nil
    }

    /// Returns the index after a string's closing quote, or `nil` if there is none.
    private func endOfString(_ start: Int, _ end: Int) -> Int? {
        var place = start + 1
        while place < end {
            if bytes[place] == UInt8(ascii: "\"") { return place + 1 }
            place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
        }
        return nil
    }

    private func trimmed(_ range: Range<Int>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, bytes[start].isJSONWhitespace { start += 1 }
        while end > start, bytes[end - 1].isJSONWhitespace { end -= 1 }
        return start..<end
    }
}
