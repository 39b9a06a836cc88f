package import IlkVocabulary

extension UsageReport {
    /// Returns the report as a JSON object.
    package func fields(_ names: UsageNames) -> JSONObject {
        func groups(_ groups: [Group], _ name: (RecordID?) -> String) -> [JSONObject] {
            groups.map { ["id": $0.id?.description, "name": name($0.id), "amount": $0.amount.fields] }
        }
        func counts(_ counts: [Count]) -> [JSONObject] {
            counts.map { ["term": $0.term, "count": $0.count] }
        }
        return [
            "schema": "ilk.usage.report/1", "first": first.description, "last": last.description,
            "total": total.fields,
            "days": days.map { day -> JSONObject in
                [
                    "day": day.day.description, "amount": day.amount.fields, "newSymbols": day.newSymbols,
                    "vocabulary": day.vocabulary,
                ]
            },
            "devices": groups(devices, names.device), "caregivers": groups(caregivers, names.caregiver),
            "symbols": counts(symbols), "phrases": counts(phrases),
            "sessions": sessions.map { $0.fields(device: names.device($0.deviceID)) },
        ]
    }
}

extension UsageReport.Amount {
    fileprivate var fields: JSONObject {
        [
            "taps": taps, "phrases": phrases, "uniqueSymbols": uniqueSymbols, "symbolsPerPhrase": meanPhrase,
            "secondsPerPhrase": meanConstruction,
        ]
    }
}
