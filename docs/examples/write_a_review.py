"""From a BibTeX file to a review in Markdown, without a library."""

from conspectus import ENGINES, EXPORTERS, ReviewRequest, read_bytes, write_review

REFERENCES = b"""
@article{well2020, title = {Four wells}, author = {Moor, Ida}, year = {2020},
  abstract = {We propose a sensor network for wells. It measures water levels every hour.}}
@article{spring2021, title = {Nine springs}, author = {Brook, Al and Li, Wei}, year = {2021},
  abstract = {Springs are hard to watch. We present a sensor network for springs, which needs no mains supply.}}
"""

papers = [item.paper for item in read_bytes(REFERENCES, source="references.bib").items if hasattr(item, "paper")]
review = write_review(ReviewRequest(title="Sensors for water", words=60), papers, ENGINES.get("extractive")())

print(EXPORTERS.get("markdown")().export(review, style="ieee"))

for sentence in review.text.sentences():
    for citation in sentence.citations:
        print(citation.passage.id, "|", citation.passage.quote)

assert review.text.cited_papers(), "at least one paper is cited"
