"""What is asked: questions taken in, their scope, and examples to begin with."""
