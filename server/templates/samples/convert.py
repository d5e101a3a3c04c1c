import os
import sys

import requests

with open("report.pdf", "rb") as file:
    answer = requests.post(
        "{{ base }}/api/convert",
        headers={"Authorization": "Bearer " + os.environ["{{ variable }}"]},
        files={"file": file},
        data={"to": "docx"},
        timeout=130,
    )

if not answer.ok:
    # A problem document: branch on its code, show its detail.
    sys.exit(answer.text)

with open("report.docx", "wb") as file:
    file.write(answer.content)
print("warnings:", answer.headers.get("Convert-Warnings", "none"))
