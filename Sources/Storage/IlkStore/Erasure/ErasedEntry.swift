/// A type-erased entry. Only its ``Journal`` knows the type.
struct ErasedEntry: Sendable {
    let object: any AnyObject & Sendable
}
