"""Topic pages judged: topics drawn from MeSH headings, pages beside a baseline, and files for people to annotate."""
