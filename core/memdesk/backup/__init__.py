"""Whole copies of a City: made when they are due, kept by number, and put back into a new folder."""
