#!/bin/sh
# The requests of the documentation of Text Embeddings Inference, with curl, against ilk serve (ILK_URL, ILK_TOKEN).
set -eu
command -v curl > /dev/null || { echo 'curl is not installed'; exit 77; }

# predict BODY STATUS PATTERN: the response to a body has a status and matches an extended regular expression.
predict() {
    answer=$(curl -s -w '\n%{http_code}' "$ILK_URL/predict" -X POST -d "$1" -H 'Content-Type: application/json' \
        -H "Authorization: Bearer $ILK_TOKEN")
    status=$(printf '%s\n' "$answer" | tail -n 1)
    [ "$status" = "$2" ] || { echo "$1: $answer"; exit 1; }
    printf '%s\n' "$answer" | grep -Eq "$3" || { echo "$1: $answer"; exit 1; }
}

number='-?[0-9.e+-]+'
predict '{"inputs":"I like you."}' 200 "^\[\{\"score\":$number,\"label\":\"[a-z]+\"\},"
predict '{"inputs":["I like you."],"raw_scores":false}' 200 "^\[\{\"score\":$number,"
predict '{"inputs":[["I like you."],["x = 1;"]],"truncate":true}' 200 "^\[\[\{\"score\":.*\],\[\{\"score\":$number,\"label\":\"code\""
predict '{"inputs":"I like you.","raw_scores":true}' 200 '"score":-'
predict '{"inputs":["a","b"]}' 422 '"error_type":"Validation"'
