"""What somebody says outright to be kept, found by rules in English and Chinese; and what is only small talk."""
