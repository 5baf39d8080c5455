"""Certificates (확인서): what an answer said on its day, signed, and what became of it since."""
