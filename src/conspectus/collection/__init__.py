"""What happens to a library as a whole: adding, reindexing, examination."""
