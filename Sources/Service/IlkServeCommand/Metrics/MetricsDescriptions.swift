/// The descriptions of all metrics of a server, for the `# HELP` lines of `/metrics`.
enum MetricsDescriptions {
    static let texts = [
        "ilk_build_info": "Always 1. The label is the version of the program.",
        "ilk_challenger_disagreements_total": "Texts for which the challenger's verdict differed.",
        "ilk_challenger_texts_total": "Texts that the challenger classified.",
        "ilk_http_active_requests": "Requests in progress.",
        "ilk_http_bodies_refused_total": "Request bodies refused because of the memory limit.",
        "ilk_http_body_bytes": "Bytes of memory that request bodies use.",
        "ilk_http_connections": "Open connections.",
        "ilk_http_connections_closed_total": "Connections closed by a limit.",
        "ilk_http_request_duration_seconds": "Time from the start of a request to the end of its response.",
        "ilk_http_requests_total": "Requests, not counting health checks.",
        "ilk_journal_entries_total": "Entries of this process by their outcome.",
        "ilk_journal_file_entries": "Entries of all processes by their outcome, from the ledger of the file.",
        "ilk_journal_file_slots": "Damaged and rebuilt slots of the ledger.",
        "ilk_journal_oldest_uncommitted_seconds": "Age of the oldest entry that a crash would lose.",
        "ilk_journal_pending": "Entries of this process that are not written yet.",
        "ilk_retention_deleted_total": "Records that retention rules deleted.",
        "process_open_fds": "Open file descriptors.",
        "process_resident_memory_bytes": "Resident memory.",
        "process_start_time_seconds": "Start of the process, in seconds since 1970.",
    ]
}
