extension JSONWriter {
    /// Writes a field with a string value, or nothing for `nil`.
    package mutating func field(_ name: String, _ value: String?) {
        guard let value else { return }
        key(name)
        string(value)
    }

    /// Writes a field with an integer value, or nothing for `nil`.
    package mutating func field(_ name: String, _ value: Int?) {
        guard let value else { return }
        key(name)
        integer(value)
    }

    package mutating func field(_ name: String, _ value: Bool) {
        key(name)
        bool(value)
    }

    package mutating func field(_ name: String, _ values: [String]) {
        key(name)
        beginArray()
        for value in values { string(value) }
        endArray()
    }
}
