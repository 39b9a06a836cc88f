public import IlkVocabulary

/// A person who is there when somebody communicates: mom, dad, a therapist.
public struct CaregiverProfile: Sendable, Hashable {
    /// Its key.
    public var id: RecordID
    /// What people call them.
    public var name: String
    /// What they are: parent, ABA therapist, OT; nil when nobody said.
    public var role: String?

    /// A profile of these parts.
    public init(id: RecordID, name: String, role: String? = nil) {
        self.id = id
        self.name = name
        self.role = role
    }
}
