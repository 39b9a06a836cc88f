public import IlkVocabulary
import Glibc

/// What can go wrong with the models of a machine.
public struct RegistryError: ReportedError, Sendable, Hashable {
    /// What kind of thing is wrong.
    public enum Code: String, Sendable {
        /// There is no such version.
        case unknownVersion
        /// A version is never overwritten.
        case versionExists
        /// The system did not let something be read.
        case cannotRead
        /// The system did not let something be written.
        case cannotWrite
        /// Somebody else is changing the registry.
        case locked
        /// What is in use cannot be removed, and what is in the program cannot be changed.
        case notAllowed
        /// A file is not what its digest says, or not what it should be.
        case damaged
        /// A file that others may change, or a link to somewhere else.
        case unsafe
        /// No version was in use before.
        case nothingBefore
        /// Bytes that are no exported version.
        case notAVersion
        /// Two models whose counts cannot be added.
        case cannotMerge
    }

    /// What kind of thing is wrong.
    public let code: Code
    /// One line for people.
    public let description: String
    /// What to do about it, or nil.
    public let hint: String?

    /// An error of these parts.
    public init(_ code: Code, _ description: String, hint: String? = nil) {
        self.code = code
        self.description = description
        self.hint = hint
    }

    /// The exit status for it (sysexits).
    public var exitStatus: Int32 {
        switch code {
        case .unknownVersion, .cannotRead, .nothingBefore: 66
        case .versionExists, .cannotWrite: 73
        case .locked: 75
        case .notAllowed: 77
        case .damaged, .notAVersion: 65
        case .unsafe, .cannotMerge: 78
        }
    }

    /// The system did not let a path be written; the number is `errno`.
    static func writing(_ path: String, _ number: Int32) -> RegistryError {
        RegistryError(.cannotWrite, "cannot write \(path): \(String(cString: strerror(number)))")
    }

    /// The system did not let a path be read.
    static func reading(_ path: String, _ number: Int32) -> RegistryError {
        RegistryError(.cannotRead, "cannot read \(path): \(String(cString: strerror(number)))")
    }
}
