extension [Unicode.Scalar] {
    /// The scalars of a text. Those of ASCII, as nearly all patterns and conditions are, need not be read one by one.
    init(of text: String) {
        var text = text
        let plain = text.withUTF8 { bytes -> [Unicode.Scalar]? in
            guard bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
            return bytes.map { Unicode.Scalar($0) }
        }
        self = plain ?? Array(text.unicodeScalars)
    }
}
