"""The client tei-client of Text Embeddings Inference against ilk serve (ILK_URL, ILK_TOKEN)."""
import asyncio
import os

from tei_client import HttpClient

client = HttpClient(os.environ["ILK_URL"], headers={"Authorization": f"Bearer {os.environ['ILK_TOKEN']}"})
assert client.health()
info = client.info()
labels = list(info.server_model_metadata.label2id)
assert info.server_model_id == "doctype" and "code" in labels and len(labels) == 6, info

(alone,) = client.classify("x = 1;")
assert alone.scores[0].label == "code" and len(alone.scores) == 6, alone
first, second = client.classify(["see you at 8 then", "x = 1;"])
assert [first.scores[0].label, second.scores[0].label] == ["message", "code"], (first, second)
(raw,) = client.classify("x = 1;", raw_scores=True, truncate=True)
assert raw.scores[0].label == "code" and all(score.score <= 0 for score in raw.scores), raw
(later,) = asyncio.run(client.async_classify("x = 1;"))
assert later.scores[0].label == "code", later
