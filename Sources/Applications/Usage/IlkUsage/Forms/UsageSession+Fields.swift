import IlkStore
package import IlkVocabulary

extension UsageSession {
    /// Returns the session as a JSON object.
    ///
    /// - Parameter device: The name of the device.
    package func fields(device: String?) -> JSONObject {
        [
            "schema": "ilk.usage.session/1", "id": id.description, "device_id": deviceID.description,
            "device": device, "start": start.description,
            "end": ZonedTime(milliseconds: end.milliseconds, zone: start.utcOffset).description,
            "seconds": duration,
            "total_symbols": totalSymbols, "unique_symbols": uniqueSymbols, "phrases": phrases,
            "longest_phrase": longestPhrase, "title": title, "place": place,
        ]
    }
}
