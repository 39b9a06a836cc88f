/// An entry whose type only its ``Journal`` knows.
struct ErasedEntry: Sendable {
    let object: any AnyObject & Sendable
}
