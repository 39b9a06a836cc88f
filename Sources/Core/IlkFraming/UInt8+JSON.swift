extension UInt8 {
    /// `true` for the white space of RFC 8259: space, tab, line feed and carriage return.
    @inlinable package var isJSONWhitespace: Bool {
        self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D
    }
}
