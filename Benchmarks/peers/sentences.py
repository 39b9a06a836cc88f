#!/usr/bin/env python3
"""How much faster than pySBD a program cuts the same texts into sentences, measured in one run.

    python3 -m venv .venv && .venv/bin/pip install pysbd
    .venv/bin/python Benchmarks/peers/sentences.py texts.jsonl -- ilk segment --sentences --ndjson

Each line of the file has a member "text". The command gets the lines on its standard input, REPEAT times over, so that
its start weighs little; its reading and writing of JSON is counted against it. Both are timed by the processor time that
they use, one after the other, ROUNDS times; medians are told. What is compared is speed, not where the cuts are.
"""

import json
import os
import statistics
import subprocess
import sys
import time

ROUNDS = 5
REPEAT = 40
LANGUAGE = "en"


def main() -> int:
    if "--" not in sys.argv or sys.argv.index("--") != 2:
        print(__doc__, file=sys.stderr)
        return 64
    import pysbd

    with open(sys.argv[1], encoding="utf-8") as file:
        texts = [json.loads(line)["text"] for line in file]
    command = sys.argv[3:]
    lines = "".join(json.dumps({"text": text}, ensure_ascii=False) + "\n" for text in texts)
    lines = (lines * REPEAT).encode()
    megabytes = sum(len(text.encode()) for text in texts) / 1e6
    segmenter = pysbd.Segmenter(language=LANGUAGE, clean=False)
    theirs, ours = [], []
    for _ in range(ROUNDS):
        begin = time.process_time()
        for text in texts:
            segmenter.segment(text)
        theirs.append(time.process_time() - begin)
        begin = os.times()
        subprocess.run(command, input=lines, stdout=subprocess.DEVNULL, check=True)
        end = os.times()
        used = end.children_user + end.children_system - begin.children_user - begin.children_system
        ours.append(used / REPEAT)
    their, our = statistics.median(theirs), statistics.median(ours)
    print(f"pysbd {megabytes / their:.3f} MB/s")
    print(f"{command[0]} {megabytes / our:.1f} MB/s")
    print(f"ratio {their / our:.0f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
