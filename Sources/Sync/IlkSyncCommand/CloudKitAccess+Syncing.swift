#if CloudKit
    import Foundation
    import IlkCloudKit
    import IlkConsole
    import IlkSync
    import IlkSyncStore
    import IlkTransport

    extension CloudKitAccess {
        func checkAvailability() throws {}

        /// Returns a function that syncs a store with CloudKit.
        ///
        /// - Parameter known: The container, environment and zone that the replica is bound to, or `nil`.
        /// - Throws: `CommandError` if a setting is missing or invalid; `StoreError` if the replica fails.
        func sync(
            _ replica: ReplicaStore, _ store: any SyncedStore, known: String?, _ console: Console
        ) async throws -> StoreSync.Sync {
            guard let place = try place(known: known) else {
                throw CommandError(
                    .badConfiguration, "no CloudKit container is known from an earlier sync",
                    hint: "specify the container with: --cloudkit CONTAINER")
            }
            let address = try access.address(known: CloudKitLocation.server, console.environment)
            let token = try access.token(console)
            let keeper = ReplicaTokenKeeper(replica)
            if let signedIn { try await keeper.keep(try Self.userToken(signedIn, console)) }
            let transport = SyncTransport(
                to: address, token: nil, client: CurlClient(limits: CloudKitClient.webLimits))
            let service = CloudKitSync(
                replica, stores: [store], at: place, as: .user(apiToken: token, keeper), over: transport)
            return { try await service.sync(tell: $0) }
        }

        private func place(known: String?) throws -> CloudKitLocation? {
            guard let container else { return known.flatMap { CloudKitLocation($0) } }
            let environment: CloudKitLocation.Environment = isDevelopment ? .development : .production
            guard let place = CloudKitLocation(container: container, environment: environment) else {
                throw CommandError(
                    .usage, "'\(container)' is not a valid CloudKit container",
                    hint: "use the form iCloud.org.example")
            }
            return place
        }

        private var access: ServerAccess {
            ServerAccess(
                who: "CloudKit", variables: "ILK_CLOUDKIT", example: "ILK_CLOUDKIT_URL",
                tokenHint: "create an API token in the CloudKit dashboard, then use --api-token-file FILE",
                address: nil, tokenFile: apiTokenFile, allowsHTTP: false)
        }

        /// Reads a web auth token from a file. The file contains either the token or the address to which the
        /// sign-in page redirected, with the token in its query.
        private static func userToken(_ file: String, _ console: Console) throws -> String {
            let place = InputFile.named([file]).first ?? .standardInput
            let read = try console.read(place, maxBytes: 16_384)
            let text = String(decoding: read.bytes, as: UTF8.self).filter { !$0.isWhitespace }
            let name = "ckWebAuthToken="
            guard let start = text.range(of: name) else { return text }
            let value = text[start.upperBound...].prefix { $0 != "&" && $0 != "#" }
            return String(value).removingPercentEncoding ?? String(value)
        }
    }
#else
    import IlkConsole
    import IlkSync
    import IlkSyncStore
    import IlkTransport

    extension CloudKitAccess {
        private static var absent: CommandError {
            CommandError(
                .unavailable, "this build has no CloudKit support",
                hint: "build ilk with CloudKit support: make build TRAITS=default,CloudKit")
        }

        /// Throws if a CloudKit container is set, because this build has no CloudKit support.
        func checkAvailability() throws { if container != nil { throw Self.absent } }

        /// Always throws, because this build has no CloudKit support.
        func sync(
            _ replica: ReplicaStore, _ store: any SyncedStore, known: String?, _ console: Console
        ) async throws -> StoreSync.Sync { throw Self.absent }
    }
#endif
