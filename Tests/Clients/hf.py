"""text_classification of huggingface_hub against ilk serve (ILK_URL, ILK_TOKEN)."""
import os

from huggingface_hub import InferenceClient
from huggingface_hub.errors import HfHubHTTPError

url = os.environ["ILK_URL"]
client = InferenceClient(token=os.environ["ILK_TOKEN"])

labels = client.text_classification("see you at 8 then", model=f"{url}/hf")
assert labels[0].label == "message" and len(labels) == 6, labels
assert [label.score for label in labels] == sorted((label.score for label in labels), reverse=True), labels

spam = client.text_classification(
    "URGENT! You have won a 1000 prize. Call 09061701461 now", model=f"{url}/hf/models/spam",
    top_k=1, function_to_apply="softmax")
assert [label.label for label in spam] == ["spam"] and spam[0].score > 0.9, spam

for model, options, part in [
    ("/hf/models/nothing", {}, "taxonom"), ("/hf", {"function_to_apply": "sigmoid"}, "softmax"),
]:
    try:
        client.text_classification("a", model=url + model, **options)
    except HfHubHTTPError as error:
        assert part in str(error), error
    else:
        raise AssertionError(f"{model} {options} was accepted")

try:
    InferenceClient(token="x").text_classification("a", model=f"{url}/hf")
except HfHubHTTPError as error:
    assert error.response.status_code == 401, error
else:
    raise AssertionError("a wrong token was accepted")
