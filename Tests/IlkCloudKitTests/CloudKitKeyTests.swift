import Foundation
import IlkVocabulary
import IlkTransport
import Testing

@testable import IlkCloudKit

@Suite(.enabled(if: CurlClient.isAvailable, "built without the trait Network")) struct `CloudKit keys` {
    private let verifier = P256Verifier(x: TestKeys.x, y: TestKeys.y)

    @Test func `the test verifier accepts exactly the signature of RFC 6979`() throws {
        let verifier = try #require(verifier)
        let r = "efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716"
        let s = "f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8"
        let signature = TestKeys.bytes(hex: "3046022100\(r)022100\(s)")
        #expect(verifier.isSigned(Array("sample".utf8), by: signature))
        #expect(!verifier.isSigned(Array("Sample".utf8), by: signature))
        var other = signature
        other[20] ^= 1
        #expect(!verifier.isSigned(Array("sample".utf8), by: other))
    }

    @Test(arguments: [TestKeys.sec1, TestKeys.pkcs8])
    func `a key's signatures verify with its public key`(_ pem: String) throws {
        let key = try CloudKitKey(id: "1", pem: pem)
        let verifier = try #require(verifier)
        for text in ["", "sample", String(repeating: "ü", count: 1000)] {
            let signature = try #require(key.signature(of: Array(text.utf8)))
            #expect(verifier.isSigned(Array(text.utf8), by: signature))
        }
    }

    @Test func `a signed request contains the time in UTC seconds, the body digest and the path`() throws {
        let key = try CloudKitKey(id: "abc", pem: TestKeys.sec1)
        let path = "/database/1/iCloud.x/production/public/records/query"
        let headers = try #require(key.headers(of: Array("{}".utf8), to: path, at: 1_453_760_143_999))
        #expect(headers.map(\.name).allSatisfy { $0.hasPrefix("X-Apple-CloudKit-Request-") })
        #expect(headers.map(\.value).prefix(2) == ["abc", "2016-01-25T22:15:43Z"])
        let signature = try #require(Data(base64Encoded: headers[2].value))
        let text = "2016-01-25T22:15:43Z:RBNvo1WzZ4oRRq0W9+hknpT7T8If536DEMBg9hyq/4o=:\(path)"
        #expect(verifier?.isSigned(Array(text.utf8), by: Array(signature)) == true)
    }

    @Test(arguments: [
        ("", "the text is not a PEM private key, or the key is encrypted"),
        (
            "-----BEGIN EC PRIVATE KEY-----\nAAAA\n-----END EC PRIVATE KEY-----\n",
            "the text is not a PEM private key, or the key is encrypted"
        ),
        (TestKeys.locked, "the text is not a PEM private key, or the key is encrypted"),
        (TestKeys.otherCurve, "the key is not on the curve P-256"),
    ])
    func `an unreadable, encrypted or foreign key is rejected without a password prompt`(
        _ pem: String, _ says: String
    ) {
        #expect {
            _ = try CloudKitKey(id: "1", pem: pem)
        } throws: { error in
            (error as? IlkError)?.kind == .usage && "\(error)" == says
        }
    }
}
