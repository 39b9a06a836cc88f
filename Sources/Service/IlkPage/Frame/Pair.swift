/// A name and a value in a form, in a URL or on a page.
struct Pair: Sendable {
    let key: String
    let value: String

    init(_ key: String, _ value: String) {
        self.key = key
        self.value = value
    }
}

extension [Pair] {
    /// Returns the first value of a name, or an empty text if the name has no value.
    subscript(name: String) -> String { first { $0.key == name }?.value ?? "" }
}
