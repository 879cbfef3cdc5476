"""Summaries of single papers against what people wrote, beside baselines."""

SUMMARY_TASKS = (
    "summary_zero_shot",
    "summary_elements",
    "summary_from_elements",
    "summary_questions",
    "summary_from_answers",
    "summary_from_passages",
    "summary_criticise",
    "summary_improve",
)
"""The tasks of the baselines with a model, for each of which a model of its own can be named."""
