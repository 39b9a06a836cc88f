public import IlkVocabulary

/// A device with an installation of the app.
///
/// The account identifies a person, not a device. The installation id changes when the app is reinstalled;
/// the key and the name stay.
public struct UsageDevice: Sendable, Hashable {
    /// The key of the device.
    public var id: RecordID
    /// The account id; `nil` before the device has an account.
    public var accountID: String?
    /// The id of the current installation.
    public var installationID: String
    /// The name of the device, such as "home iPad".
    public var name: String

    /// Creates a device.
    ///
    /// - Parameters:
    ///   - id: The key of the device.
    ///   - accountID: The account id; `nil` if the device has no account.
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
