"""The regulations for assistants that speak the Model Context Protocol: six tools that read, with the states of the page."""
