"""The written products, one folder each."""

from conspectus.foundation.registry import Registry

PIPELINES = Registry(
    "product",
    {
        "review": "conspectus.pipelines.literature_review.pipeline:write_review",
        "topic_page": "conspectus.pipelines.topic_page.pipeline:write_topic_page",
        "summary": "conspectus.pipelines.paper_summary.pipeline:write_summary",
        "answer": "conspectus.pipelines.answer.pipeline:write_answer",
    },
    group="conspectus.pipelines",
)
# The request model of each product, apart from its pipeline so that interfaces can ask for it cheaply.
REQUESTS = Registry(
    "request",
    {
        "review": "conspectus.pipelines.literature_review.request:ReviewRequest",
        "topic_page": "conspectus.pipelines.topic_page.request:TopicPageRequest",
        "summary": "conspectus.pipelines.paper_summary.request:SummaryRequest",
        "answer": "conspectus.pipelines.answer.request:AnswerRequest",
    },
    group="conspectus.requests",
)
