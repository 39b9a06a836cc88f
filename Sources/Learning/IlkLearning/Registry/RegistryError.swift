public import IlkVocabulary
import IlkFiles

/// An error of the model registry.
public struct RegistryError: ReportedError, Sendable, Hashable {
    /// The type of an error.
    public enum Code: String, Sendable {
        /// The version does not exist.
        case unknownVersion
        /// A version with this model exists already. Versions are never overwritten.
        case versionExists
        /// A file cannot be read.
        case cannotRead
        /// A file cannot be written.
        case cannotWrite
        /// Another process is changing the registry.
        case locked
        /// The condition of a change no longer holds, because of another change.
        case changed
        /// The version cannot be removed, because it is active or built in.
        case notAllowed
        /// A file does not match its digest or has invalid content.
        case damaged
        /// A file is a symbolic link or world-writable.
        case unsafe
        /// There is no previous version to roll back to.
        case nothingBefore
        /// A file is not an exported version.
        case notAVersion
        /// The counts of two models cannot be added.
        case cannotMerge
    }

    /// The type of the error.
    public let code: Code
    /// The error message, in one line.
    public let description: String
    /// Advice that tells the user what to do, or `nil`.
    public let hint: String?

    init(_ code: Code, _ description: String, hint: String? = nil) {
        self.code = code
        self.description = description
        self.hint = hint
    }

    /// The exit status of the program (sysexits).
    public var exitStatus: Int32 {
        switch code {
        case .unknownVersion, .cannotRead, .nothingBefore: 66
        case .versionExists, .cannotWrite: 73
        case .locked, .changed: 75
        case .notAllowed: 77
        case .damaged, .notAVersion: 65
        case .unsafe, .cannotMerge: 78
        }
    }

    /// Returns the error for a path that cannot be written, from an `errno`.
    static func writing(_ path: String, _ number: Int32) -> RegistryError {
        RegistryError(.cannotWrite, "\(path): cannot write: \(SystemError(number).words)")
    }

    /// Returns the error for a path that cannot be read, from an `errno`.
    static func reading(_ path: String, _ number: Int32) -> RegistryError {
        RegistryError(.cannotRead, "\(path): cannot read: \(SystemError(number).words)")
    }
}
