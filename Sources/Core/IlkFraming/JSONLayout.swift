/// Lays JSON out over lines.
package enum JSONLayout {
    /// The same JSON with each member and element on a line of its own, two spaces deeper than what it stands in. Empty
    /// objects and arrays, and arrays of two numbers (spans), stay on their line.
    ///
    /// - Parameter json: Valid JSON without white space.
    package static func indented(_ json: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        var depth = 0
        var isString = false
        var isEscaped = false
        var index = 0
        func newline() {
            output.append(0x0A)
            output.append(contentsOf: repeatElement(0x20, count: 2 * depth))
        }
        while index < json.count {
            let byte = json[index]
            if isString {
                output.append(byte)
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isString = false
                }
                index += 1
                continue
            }
            if let end = short(json, from: index) {
                output.append(contentsOf: json[index...end])
                index = end + 1
                continue
            }
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                output.append(byte)
                depth += 1
                newline()
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                newline()
                output.append(byte)
            case UInt8(ascii: ","):
                output.append(byte)
                newline()
            case UInt8(ascii: ":"): output.append(contentsOf: ": ".utf8)
            default:
                isString = byte == UInt8(ascii: "\"")
                output.append(byte)
            }
            index += 1
        }
        return output
    }

    /// The end of an empty object or array, or of an array of nothing but digits and commas, that begins here.
    private static func short(_ json: [UInt8], from start: Int) -> Int? {
        guard json[start] == UInt8(ascii: "[") || json[start] == UInt8(ascii: "{") else { return nil }
        var index = start + 1
        while index < json.count {
            switch json[index] {
            case UInt8(ascii: "]"), UInt8(ascii: "}"): return index
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: ","): index += 1
            default: return nil
            }
        }
        return nil
    }
}
