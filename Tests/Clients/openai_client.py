"""moderations.create of OpenAI's client against ilk serve (ILK_URL, ILK_TOKEN)."""
import os

import openai

url = os.environ["ILK_URL"] + "/v1"
client = openai.OpenAI(base_url=url, api_key=os.environ["ILK_TOKEN"], max_retries=0)
spam = "URGENT! You have won a 1000 prize. Call 09061701461 now"

answer = client.moderations.create(model="spam", input=spam)
result = answer.results[0]
assert answer.model.startswith("spam@") and result.flagged, answer
assert result.categories.model_extra == {"ham": False, "spam": True}, result
assert result.category_scores.model_extra["spam"] > 0.9, result

several = client.moderations.create(model="spam", input=[spam, "are we still on for lunch today?"])
assert [result.flagged for result in several.results] == [True, False], several
parts = client.moderations.create(model="spam", input=[{"type": "text", "text": spam}])
assert len(parts.results) == 1 and parts.results[0].flagged, parts
assert client.moderations.create(input="hello").model.startswith("doctype"), "the first taxonomy"

try:
    client.moderations.create(model="spam", input=[{"type": "image_url", "image_url": {"url": "x"}}])
except openai.UnprocessableEntityError as error:
    assert error.code == "invalid-body" and error.type == "invalid_request_error", error.body
    assert error.param.startswith("input/0"), error.param
else:
    raise AssertionError("an image was accepted")

try:
    openai.OpenAI(base_url=url, api_key="x", max_retries=0).moderations.create(input="a")
except openai.AuthenticationError as error:
    assert error.code == "token" and error.type == "authentication_error", error.body
else:
    raise AssertionError("a wrong token was accepted")
