import IlkFraming
import IlkHTTP
import IlkSyncStore
import IlkVocabulary

/// `GET /v1/configuration`: the settings of the server with their origins.
struct ConfigurationRoutes {
    let settings: [ServerSetting]

    var routes: [Route] {
        [
            Route(
                .get, "/v1/configuration", "listSettings", tag: "system",
                "List the settings of the server with their origins.", access: .token(.admin),
                answers: [.init(200, "The settings.", ["application/json"], Self.form)]
            ) { [settings] _ in
                let items = settings.map { setting -> JSONObject in
                    ["name": setting.name, "value": setting.value, "origin": setting.origin]
                }
                return try APIResponse.json(encoding: ["items": items] as JSONObject).tagged
            }
        ]
    }

    private static let form = JSONSchema.named(
        "Settings",
        .object([
            .init(
                "items",
                .array(
                    of: .object([
                        .init("name", .string(), isRequired: true),
                        .init("value", .string(), isRequired: true),
                        .init(
                            "origin", .string(), isRequired: true,
                            "default, option, or the name of an environment variable."),
                    ])), isRequired: true)
        ]))
}
