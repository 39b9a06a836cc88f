@testable import IlkVocabulary
import Testing

@Suite struct `Content digests` {
    /// The examples of FIPS 180-4, and lengths at the edges of a block.
    static let facts: [(text: String, digest: String)] = [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (
            String(repeating: "a", count: 1_000_000),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
        ),
    ]

    @Test(arguments: facts)
    func `a digest is SHA-256`(_ text: String, _ digest: String) {
        #expect(ContentDigest(of: text).description == digest)
    }

    @Test func `only 64 hexadecimal digits are parsed as a digest`() {
        let digest = ContentDigest(of: "abc")
        #expect(ContentDigest(digest.description) == digest)
        #expect(ContentDigest(String(digest.description.dropLast())) == nil)
        #expect(ContentDigest(String(repeating: "g", count: 64)) == nil)
        #expect(ContentDigest("+" + String(repeating: "0", count: 63)) == nil)
        #expect(ContentDigest(String(repeating: "０", count: 64)) == nil)
        #expect(ContentDigest(digest.description.uppercased()) == digest)
        #expect(digest.bytes.prefix(4) == [0xBA, 0x78, 0x16, 0xBF])
    }

    @Test(arguments: [0, 1, 55, 56, 57, 63, 64, 65, 119, 120, 128, 1_000])
    func `a digest does not depend on how the bytes are split`(_ count: Int) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        for cut in [0, 1, 55, 64, count / 2, count] where cut <= count {
            var hasher = ContentHasher()
            hasher.update(bytes[..<cut])
            hasher.update(bytes[cut...])
            #expect(hasher.finish() == ContentDigest(of: bytes))
        }
    }

    @Test func `processor instructions and portable code give the same digests`() {
        for count in 0..<300 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* $0 &* 37 &+ count) }
            var hasher = ContentHasher()
            var plain = ContentHasher(accelerated: false)
            for start in stride(from: 0, to: count, by: 50) {
                hasher.update(bytes[start..<min(start + 50, count)])
                plain.update(bytes[start..<min(start + 50, count)])
            }
            let digest = hasher.finish()
            #expect(digest == plain.finish())
            var ofDigest = ContentHasher()
            ofDigest.update(digest)
            #expect(ofDigest.finish() == ContentDigest(of: digest.bytes))
        }
    }
}
