/// A promise that was not kept: which one, and where.
struct Broken: Error, CustomStringConvertible {
    var description: String
}
