#!/bin/sh
# The OpenAPI document of ilk serve (ILK_URL): openapi-spec-validator checks its form, and schemathesis sends the
# requests that it describes, valid and invalid ones, for LIMIT seconds (ILK_ADMIN_TOKEN). Any finding fails. With SMOKE
# it sends single requests only, no sequences.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
bin=$CLIENTS/venv/bin
work=$(mktemp -d)
document=$work/openapi.json
trap 'rm -rf "$work"' EXIT
curl -s -f "$ILK_URL/openapi.json" > "$document"
"$bin/openapi-spec-validator" "$document"
# One worker: hypothesis fails at times if several threads of Python 3.11 describe its strategies.
cd "$work"
"$bin/schemathesis" --config-file "$here/schemathesis.toml" run "$ILK_URL/openapi.json" \
    -H "Authorization: Bearer $ILK_ADMIN_TOKEN" --workers 1 --max-time "$LIMIT" --seed 1 --no-color \
    ${SMOKE:+--phases examples,coverage,fuzzing}
