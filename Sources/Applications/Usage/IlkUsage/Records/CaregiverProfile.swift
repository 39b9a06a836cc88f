public import IlkVocabulary

/// A person who supports the user of the app, such as a parent or a therapist.
public struct CaregiverProfile: Sendable, Hashable {
    /// The key of the profile.
    public var id: RecordID
    /// The name of the caregiver.
    public var name: String
    /// The role of the caregiver, such as parent or ABA therapist; `nil` if the role is unknown.
    public var role: String?

    /// Creates a profile.
    ///
    /// - Parameters:
    ///   - id: The key of the profile.
    ///   - name: The name of the caregiver.
    ///   - role: The role of the caregiver; `nil` if the role is unknown.
    public init(id: RecordID, name: String, role: String? = nil) {
        self.id = id
        self.name = name
        self.role = role
    }
}

extension CaregiverProfile {
    /// Returns the profile as a JSON object.
    ///
    /// - Parameter isActive: `true` for the active caregiver.
    package func fields(isActive: Bool) -> JSONObject {
        [
            "schema": "ilk.usage.caregiver/1", "id": id.description, "name": name, "role": role,
            "isActive": isActive,
        ]
    }
}
