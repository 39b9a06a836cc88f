/// Writes JSON values: single values, or one array for several inputs.
package struct JSONValueList {
    private let isArray: Bool
    private var count = 0

    /// - Parameter isArray: `true` to write an array.
    package init(isArray: Bool) { self.isArray = isArray }

    package mutating func append(_ value: [UInt8], to output: inout [UInt8]) {
        if isArray { output.append(contentsOf: (count == 0 ? "[\n" : ",\n").utf8) }
        output.append(contentsOf: value)
        if !isArray { output.append(0x0A) }
        count += 1
    }

    package func finish(_ output: inout [UInt8]) {
        if isArray { output.append(contentsOf: (count == 0 ? "[]\n" : "\n]\n").utf8) }
    }
}
