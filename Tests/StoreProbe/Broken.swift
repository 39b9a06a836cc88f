/// A violated guarantee, with its description.
struct Broken: Error, CustomStringConvertible {
    var description: String
}
