"""Memory from elsewhere: what other programs wrote is taken over, and their files are only ever read."""
