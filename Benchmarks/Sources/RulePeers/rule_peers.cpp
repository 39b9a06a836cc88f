#include "rule_peers.h"

#include <string>
#include <vector>

#if __has_include(<hs/hs.h>)
#define HAS_HYPERSCAN 1
#include <hs/hs.h>
#endif
#if __has_include(<re2/set.h>)
#define HAS_RE2 1
#include <re2/re2.h>
#include <re2/set.h>
#endif

struct peer {
    virtual ~peer() {}
    virtual int32_t matches(const char *bytes, size_t count) = 0;
};

namespace {

#if HAS_HYPERSCAN
struct hyperscan : peer {
    hs_database_t *database = nullptr;
    hs_scratch_t *scratch = nullptr;

    bool compile(const char *const *patterns, int32_t count) {
        std::vector<unsigned> flags(count, HS_FLAG_CASELESS | HS_FLAG_SINGLEMATCH), ids(count);
        for (int32_t i = 0; i < count; i++) ids[i] = i;
        hs_compile_error_t *error = nullptr;
        if (hs_compile_multi(
                patterns, flags.data(), ids.data(), count, HS_MODE_BLOCK, nullptr, &database, &error) != HS_SUCCESS) {
            hs_free_compile_error(error);
            return false;
        }
        return hs_alloc_scratch(database, &scratch) == HS_SUCCESS;
    }
    ~hyperscan() override {
        hs_free_scratch(scratch);
        hs_free_database(database);
    }
    static int found(unsigned, unsigned long long, unsigned long long, unsigned, void *count) {
        ++*static_cast<int32_t *>(count);
        return 0;
    }
    int32_t matches(const char *bytes, size_t count) override {
        int32_t matches = 0;
        hs_scan(database, bytes, static_cast<unsigned>(count), 0, scratch, found, &matches);
        return matches;
    }
};
#endif

#if HAS_RE2
RE2::Options options() {
    RE2::Options options;
    options.set_case_sensitive(false);
    options.set_log_errors(false);
    options.set_max_mem(int64_t(256) << 20);
    return options;
}

struct re2_set : peer {
    RE2::Set set{options(), RE2::UNANCHORED};
    std::vector<int> found;

    bool compile(const char *const *patterns, int32_t count) {
        for (int32_t i = 0; i < count; i++)
            if (set.Add(patterns[i], nullptr) < 0) return false;
        return set.Compile();
    }
    int32_t matches(const char *bytes, size_t count) override {
        found.clear();
        set.Match(re2::StringPiece(bytes, count), &found);
        return static_cast<int32_t>(found.size());
    }
};
#endif

template <class Peer> peer *open(const char *const *patterns, int32_t count) {
    Peer *peer = new Peer;
    if (peer->compile(patterns, count)) return peer;
    delete peer;
    return nullptr;
}

}  // namespace

peer *peer_open(int32_t which, const char *const *patterns, int32_t count) {
#if HAS_HYPERSCAN
    if (which == PEER_HYPERSCAN) return open<hyperscan>(patterns, count);
#endif
#if HAS_RE2
    if (which == PEER_RE2_SET) return open<re2_set>(patterns, count);
#endif
    return nullptr;
}

void peer_close(peer *peer) { delete peer; }

int32_t peer_matches(peer *peer, const uint8_t *bytes, size_t count) {
    return peer->matches(reinterpret_cast<const char *>(bytes), count);
}
