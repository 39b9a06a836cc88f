import CICU

extension Unicode.Scalar {
    /// Creates the character with the given Unicode name, or returns `nil` if there is none.
    package init?(characterName name: String) {
        guard let value = UInt32(exactly: ilk_named_scalar(name)) else { return nil }
        self.init(value)
    }
}
