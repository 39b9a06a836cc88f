/// A violated guarantee, with its description.
struct ViolatedGuarantee: Error, CustomStringConvertible {
    var description: String
}
