"""What is served over HTTP, on loopback."""
