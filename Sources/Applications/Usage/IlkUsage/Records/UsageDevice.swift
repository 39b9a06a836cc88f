public import IlkVocabulary

/// A device with an installation of the app.
///
/// The account identifies a person, who can have several devices. When the app is reinstalled, the
/// installation id changes, but the key and the name can be kept (``UsageStore/adopt(_:)``).
public struct UsageDevice: Sendable, Hashable {
    /// The key of the device.
    public var id: RecordID
    /// The id of the account of the device; `nil` if the device has no account.
    public var accountID: String?
    /// The id of the current installation.
    public var installationID: String
    /// The name of the device, such as "home iPad".
    public var name: String

    /// Creates a device.
    ///
    /// - Parameters:
    ///   - id: The key of the device.
    ///   - accountID: The id of the account of the device; `nil` if the device has no account.
    ///   - installationID: The id of the current installation.
    ///   - name: The name of the device.
    public init(id: RecordID, accountID: String? = nil, installationID: String, name: String) {
        self.id = id
        self.accountID = accountID
        self.installationID = installationID
        self.name = name
    }
}

extension UsageDevice {
    /// The device as a JSON object.
    package var fields: JSONObject {
        [
            "schema": "ilk.usage.device/1", "id": id.description, "name": name, "account_id": accountID,
            "installation_id": installationID,
        ]
    }
}
