"""Korean regulations as text: read, parsed, cited and compared. A library: no Django, no database."""
