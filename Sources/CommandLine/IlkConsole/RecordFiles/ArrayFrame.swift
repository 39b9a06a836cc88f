/// A check of the bytes between the objects of a JSON array: a bracket at each end, one comma between
/// objects, and white space. A single object without brackets is accepted as an array with one object.
package struct ArrayFrame {
    private enum Place { case start, opened, object, comma, closed, alone, broken }

    private var place = Place.start

    /// Accepts a byte outside all objects.
    package mutating func accept(_ byte: UInt8) {
        switch (byte, place) {
        case (0x20, _), (0x09, _), (0x0A, _), (0x0D, _): break
        case (UInt8(ascii: "["), .start): place = .opened
        case (UInt8(ascii: ","), .object): place = .comma
        case (UInt8(ascii: "]"), .object), (UInt8(ascii: "]"), .opened): place = .closed
        default: place = .broken
        }
    }

    /// Accepts an object.
    package mutating func acceptObject() {
        switch place {
        case .start: place = .alone
        case .opened, .comma: place = .object
        case .object, .closed, .alone, .broken: place = .broken
        }
    }

    /// The error in the accepted bytes, or `nil` if they form a complete array.
    package var fault: String? {
        switch place {
        case .closed, .alone: nil
        case .broken, .comma: "unexpected data between the objects: not a JSON array"
        case .start, .opened, .object: "the array is not closed"
        }
    }
}
