import IlkVocabulary

extension FormatError {
    /// Returns `true` if no model fits the size limit.
    static func isTooLarge(_ error: any Error) -> Bool { (error as? FormatError)?.code == .tooLarge }

    /// Returns the result of a function, or `nil` if no model fits the size limit.
    ///
    /// - Throws: The other errors of the function.
    static func nilIfTooLarge<Made>(_ make: () throws -> Made) throws -> Made? {
        do {
            return try make()
        } catch  where isTooLarge(error) {
            return nil
        }
    }
}
