public import IlkVocabulary

/// A device that an app is on, by the account it belongs to, the installation, and what people call it.
///
/// The account alone would name the person and not the device; the installation is issued anew with the same account when
/// the app is installed again, and the name stays.
public struct UsageDevice: Sendable, Hashable {
    /// Its key.
    public var id: RecordID
    /// The account; nil before there is one.
    public var accountID: String?
    /// The installation.
    public var installationID: String
    /// What people call it: home iPad.
    public var name: String

    /// A device of these parts.
    public init(id: RecordID, accountID: String? = nil, installationID: String, name: String) {
        self.id = id
        self.accountID = accountID
        self.installationID = installationID
        self.name = name
    }
}
