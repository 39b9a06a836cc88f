/// Whether what stands between the objects of a JSON array is what must stand there: one comma each, a bracket at either end,
/// and nothing else but white space. One object that stands alone is an array of one.
package struct ArrayFrame {
    private enum Place { case start, opened, object, comma, closed, alone, broken }

    private var place = Place.start

    /// Takes a byte outside all objects.
    package mutating func take(_ byte: UInt8) {
        switch (byte, place) {
        case (0x20, _), (0x09, _), (0x0A, _), (0x0D, _): break
        case (UInt8(ascii: "["), .start): place = .opened
        case (UInt8(ascii: ","), .object): place = .comma
        case (UInt8(ascii: "]"), .object), (UInt8(ascii: "]"), .opened): place = .closed
        default: place = .broken
        }
    }

    /// Takes an object.
    package mutating func takeObject() {
        switch place {
        case .start: place = .alone
        case .opened, .comma: place = .object
        case .object, .closed, .alone, .broken: place = .broken
        }
    }

    /// What is wrong at the end; nil when there is nothing.
    package var fault: String? {
        switch place {
        case .closed, .alone: nil
        case .broken, .comma: "between its records stands what may not: they are no JSON array"
        case .start, .opened, .object: "the array is not closed"
        }
    }
}
