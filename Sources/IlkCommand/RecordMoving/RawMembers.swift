/// Where the values of an object's members stand in JSON that is known to be right: so that they can keep their bytes.
struct RawMembers {
    private var values: [String: ArraySlice<UInt8>] = [:]

    /// Finds the members of the object.
    init(_ json: ArraySlice<UInt8>) {
        var place = json.startIndex
        var depth = 0
        var name: String?
        var begin: Int?
        while place < json.endIndex {
            switch json[place] {
            case UInt8(ascii: "\""):
                let end = Self.endOfString(json, place)
                if depth == 1, name == nil {
                    name = String(decoding: json[(place + 1)..<(end - 1)], as: UTF8.self)
                } else if depth == 1, begin == nil {
                    begin = place
                }
                place = end
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                if depth == 1, begin == nil { begin = place }
                depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ","):
                if depth == 1, let key = name, let start = begin {
                    values[key] = Self.trimmed(json[start..<place])
                    (name, begin) = (nil, nil)
                }
                if json[place] != UInt8(ascii: ",") { depth -= 1 }
            case UInt8(ascii: ":"), 0x20, 0x09, 0x0A, 0x0D: break
            default: if depth == 1, name != nil, begin == nil { begin = place }
            }
            place += 1
        }
    }

    /// The bytes of a member's value.
    subscript(name: String) -> ArraySlice<UInt8>? { values[name] }

    /// The objects of an array, or the one object that stands alone.
    static func objects(_ json: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        var objects: [ArraySlice<UInt8>] = []
        var (place, depth, begin) = (json.startIndex, 0, json.startIndex)
        while place < json.endIndex {
            switch json[place] {
            case UInt8(ascii: "\""):
                place = endOfString(json, place)
                continue
            case UInt8(ascii: "{"):
                if depth == 0 { begin = place }
                depth += 1
            case UInt8(ascii: "}"):
                depth -= 1
                if depth == 0 { objects.append(json[begin...place]) }
            default: break
            }
            place += 1
        }
        // One that does not end is somebody's to complain of.
        if depth > 0 { objects.append(json[begin...]) }
        return objects
    }

    private static func endOfString(_ json: ArraySlice<UInt8>, _ start: Int) -> Int {
        var place = start + 1
        while place < json.endIndex, json[place] != UInt8(ascii: "\"") {
            place += json[place] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(place + 1, json.endIndex)
    }

    private static func trimmed(_ value: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var value = value
        while let last = value.last, [0x20, 0x09, 0x0A, 0x0D].contains(last) { value.removeLast() }
        return value
    }
}
