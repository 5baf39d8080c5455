"""Coming in from a course of the learning platform (LTI 1.3): who the platform vouches for, and what it says of who asks."""
